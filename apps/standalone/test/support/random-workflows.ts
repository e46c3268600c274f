/** Numbers that are the same for the same seed. */
export type Dice = (below: number) => number;

/** Dice of a seed. */
export const dice = (seed: number): Dice => {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

interface Condition {
  field: string;
  operator: string;
  value?: unknown;
}

/** A step of a random workflow. */
export interface RandomStep {
  id: string;
  type: 'message' | 'tag' | 'setAttribute' | 'delay' | 'condition' | 'question';
  next?: string | null;
  content?: string;
  tags?: string[];
  remove?: boolean;
  key?: string;
  value?: number;
  seconds?: number;
  if?: Condition[];
  then?: string | null;
  else?: string | null;
  prompt?: string;
  input?: { kind: 'selection'; options: { id: string; label: string; next: string | null }[] };
}

/** A random workflow, what its contact answers, and what is expected of a run. */
export interface Plan {
  steps: RandomStep[];
  /** Ids of steps in the order in which they are taken. */
  path: string[];
  /** Everything that is said, by the workflow and by the contact. */
  says: string[];
  tags: string[];
  /** Options that the contact chooses, one after the other. */
  answers: string[];
}

const BLOCKS = 8;
/** Rounds of a loop, at most; a run ends even when something is wrong. */
const MOST_STEPS = 400;

type Block = (name: string, after: string | null, throwDice: Dice) => RandomStep[];

const set = (id: string, key: string, value: number, next: string | null): RandomStep => ({
  id,
  type: 'setAttribute',
  key,
  value,
  next,
});

/** Goes round two to three times, with a wait in each round; what counts the rounds stands in the ticket. */
const loop: Block = (name, after, throwDice) => {
  const key = `round-${name}`;
  const has = (value: number): Condition[] => [{ field: `attributes.${key}`, operator: 'eq', value }];
  const isShort = throwDice(2) === 0;
  return [
    { id: `${name}-say`, type: 'message', content: `Round of ${name}`, next: `${name}-wait` },
    { id: `${name}-wait`, type: 'delay', seconds: 1, next: `${name}-first` },
    {
      id: `${name}-first`,
      type: 'condition',
      if: [{ field: `attributes.${key}`, operator: 'exists', value: false }],
      then: `${name}-one`,
      else: `${name}-second`,
    },
    set(`${name}-one`, key, isShort ? 2 : 1, `${name}-say`),
    { id: `${name}-second`, type: 'condition', if: has(1), then: `${name}-two`, else: after },
    set(`${name}-two`, key, 2, `${name}-say`),
  ];
};

/** Asks until the answer is no. */
const question: Block = (name, after) => [
  { id: `${name}-tag`, type: 'tag', tags: [`asked-${name}`], next: `${name}-ask` },
  {
    id: `${name}-ask`,
    type: 'question',
    prompt: `Again ${name}?`,
    input: {
      kind: 'selection',
      options: [
        { id: 'yes', label: 'Once more', next: `${name}-tag` },
        { id: 'no', label: 'Enough', next: after },
      ],
    },
  },
];

const single =
  (make: (name: string, throwDice: Dice) => Omit<RandomStep, 'id'>): Block =>
  (name, after, throwDice) => [{ id: name, next: after, ...make(name, throwDice) }];

const blocks: readonly Block[] = [
  single((name) => ({ type: 'message', content: `Said ${name}` })),
  single((name) => ({ type: 'tag', tags: [`tag-${name}`, 'all'] })),
  single(() => ({ type: 'tag', tags: ['all'], remove: true })),
  single((name, throwDice) => ({ type: 'setAttribute', key: `k-${name}`, value: throwDice(9) })),
  single(() => ({ type: 'delay', seconds: 1 })),
  loop,
  question,
];

/** What a run does when nothing disturbs it, and what the contact answers. */
const play = (steps: readonly RandomStep[], throwDice: Dice): Omit<Plan, 'steps'> => {
  const plan = { path: [] as string[], says: [] as string[], answers: [] as string[] };
  const tags = new Set<string>();
  const attributes: Record<string, unknown> = {};
  const holds = ({ field, operator, value }: Condition): boolean => {
    const found = attributes[field.slice('attributes.'.length)];
    return operator === 'exists' ? (found === undefined) === (value === false) : found === value;
  };
  let id = steps[0]?.id ?? null;
  let repeats = 0;
  while (id !== null && plan.path.length < MOST_STEPS) {
    const step = steps.find((one) => one.id === id);
    if (!step) throw new Error(`The step ${id} is not there`);
    plan.path.push(id);
    id = step.next ?? null;
    if (step.type === 'message') plan.says.push(step.content ?? '');
    for (const tag of step.tags ?? []) {
      if (step.remove) tags.delete(tag);
      else tags.add(tag);
    }
    if (step.type === 'setAttribute') attributes[step.key ?? ''] = step.value;
    if (step.type === 'condition') id = ((step.if ?? []).every(holds) ? step.then : step.else) ?? null;
    if (step.type === 'question') {
      repeats = repeats < 2 && throwDice(2) === 0 ? repeats + 1 : 0;
      const choice = step.input?.options[repeats > 0 ? 0 : 1];
      plan.says.push(step.prompt ?? '', choice?.label ?? '');
      plan.answers.push(choice?.id ?? '');
      id = choice?.next ?? null;
    }
  }
  return { ...plan, tags: [...tags].sort() };
};

/** A random workflow: steps that follow each other, loops with waits in them, and questions that are asked again. */
export const invent = (throwDice: Dice): Plan => {
  const chosen = Array.from({ length: BLOCKS }, () => blocks[throwDice(blocks.length)] ?? loop);
  const firsts = chosen.map((block, index) => block(`b${index}`, null, () => 0)[0]?.id ?? null);
  const steps = chosen.flatMap((block, index) => block(`b${index}`, firsts[index + 1] ?? null, throwDice));
  return { steps, ...play(steps, throwDice) };
};
