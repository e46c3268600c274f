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
  type:
    'message' | 'tag' | 'setAttribute' | 'delay' | 'condition' | 'question' | 'tool' | 'handoff' | 'close';
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
  input?: {
    kind: 'selection' | 'text' | 'rating';
    options?: { id: string; label: string; next: string | null }[];
  };
  saveAs?: string;
  name?: string;
  timeoutSeconds?: number;
  onTimeout?: string | null;
}

/** What the contact, or its page, answers. */
export interface RandomAnswer {
  selection?: string;
  text?: string;
  rating?: number;
  /** Of a tool. */
  result?: string;
}

/** A random workflow, what its contact answers, and what is expected of a run. */
export interface Plan {
  steps: RandomStep[];
  /** Ids of steps in the order in which they are taken. */
  path: string[];
  /** Everything that is said, by the workflow and by the contact. */
  says: string[];
  tags: string[];
  attributes: Record<string, unknown>;
  /** What is answered, one after the other. */
  answers: RandomAnswer[];
  /** How it ends. */
  ends: 'handoff' | 'close' | 'by itself';
}

const BLOCKS = 10;
/** Name of the tool that nobody answers. */
export const UNANSWERED = 'unanswered';
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

/** Asks for words, and says them and what was kept of them. */
const words: Block = (name, after) => [
  {
    ...{ id: `${name}-ask`, type: 'question', prompt: `Words of ${name}?`, input: { kind: 'text' } },
    ...{ saveAs: `words-${name}`, next: `${name}-say` },
  },
  {
    ...{ id: `${name}-say`, type: 'message', next: after },
    content: `Said {{answer}}, kept {{attributes.words-${name}}}`,
  },
];

/** Asks for a rating, and goes by it. */
const rating: Block = (name, after) => [
  {
    ...{ id: `${name}-ask`, type: 'question', prompt: `Stars of ${name}?`, input: { kind: 'rating' } },
    ...{ saveAs: `stars-${name}`, next: `${name}-if` },
  },
  {
    ...{ id: `${name}-if`, type: 'condition', then: `${name}-good`, else: after },
    if: [{ field: 'answer', operator: 'gt', value: 3 }],
  },
  { id: `${name}-good`, type: 'message', content: `Good {{answer}}`, next: after },
];

/** Calls a tool of the page, and says what it answered. */
const tool: Block = (name, after) => [
  { id: `${name}-call`, type: 'tool', name: 'status', saveAs: `tool-${name}`, next: `${name}-say` },
  { id: `${name}-say`, type: 'message', content: `The tool said {{answer}}`, next: after },
];

/** Calls a tool that nobody answers. */
const silence: Block = (name, after) => [
  {
    ...{ id: `${name}-call`, type: 'tool', name: UNANSWERED, timeoutSeconds: 1 },
    ...{ next: null, onTimeout: `${name}-say` },
  },
  { id: `${name}-say`, type: 'message', content: `Nobody answered {{answer}}${name}`, next: after },
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
  words,
  rating,
  tool,
  silence,
];

/** What a contact answers to a question; a selection that asks again is repeated twice at most. */
const answerTo = (
  { id, input }: RandomStep,
  repeats: number,
  throwDice: Dice,
): { answer: RandomAnswer; value: unknown; said: string; next?: string | null; isAgain?: boolean } => {
  if (input?.kind === 'text') {
    const text = `*${id}* {{answer}} ${throwDice(1_000)}`;
    return { answer: { text }, value: text, said: text };
  }
  if (input?.kind === 'rating') {
    const stars = 1 + throwDice(5);
    return { answer: { rating: stars }, value: stars, said: String(stars) };
  }
  const isAgain = repeats < 2 && throwDice(2) === 0;
  const choice = input?.options?.[isAgain ? 0 : 1];
  const selection = choice?.id ?? '';
  return {
    answer: { selection },
    value: selection,
    said: choice?.label ?? '',
    next: choice?.next ?? null,
    isAgain,
  };
};

/** What a run does when nothing disturbs it, and what the contact answers. */
const play = (steps: readonly RandomStep[], throwDice: Dice): Omit<Plan, 'steps'> => {
  const plan = { path: [] as string[], says: [] as string[], answers: [] as RandomAnswer[] };
  const tags = new Set<string>();
  const attributes: Record<string, unknown> = {};
  let last: unknown;
  let ends: Plan['ends'] = 'by itself';
  const toText = (value: unknown): string => (value === undefined ? '' : String(value as string | number));
  const holds = ({ field, operator, value }: Condition): boolean => {
    const found = field === 'answer' ? last : attributes[field.slice('attributes.'.length)];
    if (operator === 'exists') return (found === undefined) === (value === false);
    return operator === 'gt' ? Number(found) > Number(value) : found === value;
  };
  const filled = (text = ''): string =>
    text.replaceAll(/{{(?:attributes\.)?([^}]+)}}/g, (_all, name: string) =>
      toText(name === 'answer' ? last : attributes[name]),
    );
  let id = steps[0]?.id ?? null;
  let repeats = 0;
  while (id !== null && plan.path.length < MOST_STEPS) {
    const step = steps.find((one) => one.id === id);
    if (!step) throw new Error(`The step ${id} is not there`);
    plan.path.push(id);
    id = step.next ?? null;
    if (step.type === 'message') plan.says.push(filled(step.content));
    for (const tag of step.tags ?? []) {
      if (step.remove) tags.delete(tag);
      else tags.add(tag);
    }
    if (step.type === 'setAttribute') attributes[step.key ?? ''] = step.value;
    if (step.type === 'condition') id = ((step.if ?? []).every(holds) ? step.then : step.else) ?? null;
    if (step.type === 'handoff' || step.type === 'close') ends = step.type;
    if (step.type === 'question') {
      const { answer, value, said, next, isAgain } = answerTo(step, repeats, throwDice);
      repeats = isAgain ? repeats + 1 : 0;
      plan.says.push(step.prompt ?? '', said);
      plan.answers.push(answer);
      last = value;
      if (next !== undefined) id = next;
    }
    if (step.type === 'tool') {
      const isAnswered = step.name !== UNANSWERED;
      last = isAnswered ? `result ${throwDice(1_000)}` : undefined;
      if (isAnswered) plan.answers.push({ result: toText(last) });
      else id = step.onTimeout ?? null;
    }
    if (step.saveAs !== undefined && last !== undefined) attributes[step.saveAs] = last;
  }
  return { ...plan, tags: [...tags].sort(), attributes, ends };
};

/** A random workflow: steps that follow each other, loops with waits in them, questions, tools, and an end. */
export const invent = (throwDice: Dice): Plan => {
  const chosen = Array.from({ length: BLOCKS }, () => blocks[throwDice(blocks.length)] ?? loop);
  const firsts = chosen.map((block, index) => block(`b${index}`, null, () => 0)[0]?.id ?? null);
  const end = ([undefined, 'handoff', 'close'] as const)[throwDice(3)];
  const steps = chosen.flatMap((block, index) =>
    block(`b${index}`, firsts[index + 1] ?? (end === undefined ? null : 'end'), throwDice),
  );
  if (end !== undefined) steps.push({ id: 'end', type: end });
  return { steps, ...play(steps, throwDice) };
};
