import type { BotAttribute } from '@parley/proto/generated/parley/tickets/v1/bot_actions_service';
import { newId } from '@parley/persistence';
import {
  type Step,
  type StepOf,
  type Action,
  type Lookup,
  renderJson,
  renderMarkdown,
  MAX_ENTRIES,
  MAX_TAKEN,
  type Pending,
  type Run,
  type Taken,
  type Version,
} from '../core';
import { allHold } from './conditions';
import { readsConversation, type SetAttributes } from './facts';
import { ended, goingOn, waiting } from './moves';

/** Steps that are done together, at most: one call and one transaction serve them. */
const TOGETHER = 20;
const SECOND = 1_000;

/** A step that a run takes, and what becomes of the run by it. */
export interface Visit {
  after: Run;
  taken: Taken;
  /** A tool that is called from now on. */
  toolCall?: Extract<Pending, { kind: 'tool' }>;
  /** Whether the contact is notified of the position. */
  tells?: boolean;
}

/** Steps that a run takes next, and what all of them do to its ticket; nothing when there is nothing to do. */
export interface Plan {
  visits: Visit[];
  action: Action | undefined;
  /** Where each condition among them led; an empty text for the end. */
  branches: string[];
}

/** What steps do to a ticket, gathered. */
interface Doing {
  texts: string[];
  addTags: string[];
  removeTags: string[];
  attributes: BotAttribute[];
  /** What only one step of a plan does. */
  once: Pick<Action, 'user' | 'team' | 'handoff' | 'done'>;
  /** The step that the ticket shows; undefined while nothing was done. */
  shows: string | undefined;
  /** Whether the ticket shows no workflow any longer. */
  isOver: boolean;
}

/** A step that is taken with others. */
export type Joined = Exclude<Step, StepOf<'agent'>>;

type Outcome = Omit<Visit, 'taken'>;
type Doer<T extends Joined['type']> = (
  step: StepOf<T>,
  visit: { run: Run; now: Date; lookUp: Lookup; doing: Doing; branch: string | undefined },
) => Outcome;

const without = (list: readonly string[], some: readonly string[]): string[] =>
  list.filter((one) => !some.includes(one));

const doers: { [T in Joined['type']]: Doer<T> } = {
  message: ({ content, next }, { run, now, lookUp, doing }) => {
    doing.texts.push(renderMarkdown(content, lookUp));
    return { after: goingOn(run, next, now) };
  },
  question: ({ prompt: template, input }, { run, lookUp, doing }) => {
    const prompt = renderMarkdown(template, lookUp);
    doing.texts.push(prompt);
    return { after: waiting(run, 'answer', { kind: 'question', prompt, input }, null), tells: true };
  },
  condition: (step, { run, now, lookUp, branch }) => {
    const next = allHold(step.if, lookUp) ? step.then : step.else;
    return { after: goingOn(run, branch === undefined ? next : branch || null, now) };
  },
  assign: ({ user, team, next }, { run, now, doing }) => {
    Object.assign(doing.once, { user, team });
    return { after: goingOn(run, next, now) };
  },
  tag: ({ tags, remove = false, next }, { run, now, doing }) => {
    const [more, less] = remove ? (['removeTags', 'addTags'] as const) : (['addTags', 'removeTags'] as const);
    doing[more] = [...without(doing[more], tags), ...tags];
    doing[less] = without(doing[less], tags);
    return { after: goingOn(run, next, now) };
  },
  setAttribute: ({ key, value, visible = false, next }, { run, now, lookUp, doing }) => {
    doing.attributes.push({ key, value: renderJson(value, lookUp), visible });
    return { after: goingOn(run, next, now) };
  },
  delay: ({ seconds }, { run, now }) => ({
    after: waiting(run, 'delay', null, new Date(now.getTime() + seconds * SECOND)),
  }),
  tool: (step, { run, now, lookUp }) => {
    const dueAt = new Date(now.getTime() + (step.timeoutSeconds ?? 60) * SECOND);
    const toolCall = {
      kind: 'tool' as const,
      toolCallId: newId(now.getTime()),
      name: step.name,
      arguments: renderJson(step.arguments ?? {}, lookUp) as Record<string, unknown>,
      expiresAt: dueAt.toISOString(),
    };
    return { after: waiting(run, 'tool', toolCall, dueAt), toolCall, tells: true };
  },
  handoff: ({ team }, { run, now, doing }) => {
    doing.once.handoff = { team };
    return { after: ended(run, 'done', now), tells: true };
  },
  close: (_step, { run, now, doing }) => {
    doing.once.done = true;
    doing.isOver = true;
    return { after: ended(run, 'done', now), tells: true };
  },
};

const assigns = ({ type }: Step): boolean => type === 'assign' || type === 'handoff';
const ends = ({ type }: Step): boolean => type === 'handoff' || type === 'close';

/** Whether a step is done together with those before it. Each step finds what those before it left. */
const joins = (step: Joined, { before, doing }: { before: readonly Visit[]; doing: Doing }): boolean => {
  if (before.length === 0) return true;
  if (doing.shows !== undefined && readsConversation(step)) return false;
  if (ends(step) && isBeginning(before)) return false;
  return !assigns(step) || (doing.once.user === undefined && doing.once.team === undefined);
};

/** Whether the first step of a run is among these. The ticket shows the run before it shows its end: its history has both. */
const isBeginning = (visits: readonly Visit[]): boolean => visits[0]?.taken.number === 1;

/** Lets a run be over with what its last steps do, where that can show it. */
const endTogether = (visits: Visit[], doing: Doing): void => {
  const last = visits.at(-1);
  if (!last || last.after.status !== 'done' || last.after.dueAt === null) return;
  if (doing.shows === undefined || isBeginning(visits)) return;
  doing.isOver = true;
  Object.assign(last, { after: { ...last.after, dueAt: null }, tells: true });
};

const toAction = (run: Run, doing: Doing): Action | undefined => {
  const { texts, addTags, removeTags, attributes, once, shows, isOver } = doing;
  if (shows === undefined) return undefined;
  const [markdown, ...moreMarkdown] = texts;
  const [attribute, ...moreAttributes] = attributes;
  const bot = isOver ? { active: false } : { active: true, workflow: run.workflowId, step: shows };
  return {
    ...(!once.handoff && { bot }),
    ...once,
    ...(markdown !== undefined && { markdown, moreMarkdown }),
    ...(attribute && { attribute, moreAttributes }),
    addTags,
    removeTags,
  };
};

/** A plan that was made before. */
export interface Planned {
  /** How many steps it has. */
  steps: number;
  /** Where its conditions led: facts may be others by now. */
  branches: readonly string[];
}

/** Options for planning a run. */
export interface PlanOptions {
  version: Version;
  now: Date;
  /** The values for a step, with the attributes set by the steps before it. */
  factsFor: (run: Run, step: Step, set: SetAttributes) => Promise<Lookup>;
  /** The plan to make again. */
  again?: Planned | undefined;
}

/** The values for the next step; undefined when they are unknown now, and earlier steps can be done. */
const factsOfNext = async (
  { factsFor, again }: PlanOptions,
  { run, step, doing, isFirst }: { run: Run; step: Step; doing: Doing; isFirst: boolean },
): Promise<Lookup | undefined> => {
  const set = Object.fromEntries(doing.attributes.map(({ key, value }) => [key, value]));
  try {
    return await factsFor(run, step, set);
  } catch (error) {
    if (isFirst || again) throw error;
    return undefined;
  }
};

/** The run as it enters a step; undefined when it was there too often. */
export const entering = (run: Run, step: Step): Run | undefined => {
  const times = (run.entered[step.id] ?? 0) + 1;
  if (times > MAX_ENTRIES || run.taken >= MAX_TAKEN) return undefined;
  return { ...run, taken: run.taken + 1, entered: { ...run.entered, [step.id]: times } };
};

export const findStep = ({ steps }: Pick<Version, 'steps'>, { currentStep }: Run): Step | undefined =>
  steps.find(({ id }) => id === currentStep);

/** The next work of a run: one step, or several without a wait between. Has no side effects. */
export const planRun = async (first: Run, options: PlanOptions): Promise<Plan> => {
  const { version, now, again } = options;
  const most = again?.steps ?? TOGETHER;
  const visits: Visit[] = [];
  const branches: string[] = [];
  const doing: Doing = {
    texts: [],
    addTags: [],
    removeTags: [],
    attributes: [],
    once: {},
    shows: undefined,
    isOver: false,
  };
  for (let at = first; at.status === 'running' && visits.length < most;) {
    const step = findStep(version, at);
    const run = step && entering(at, step);
    if (!step || !run || step.type === 'agent') break;
    // A repeated plan stays whole, even if this version would join steps differently.
    if (!again && !joins(step, { before: visits, doing })) break;
    const lookUp = await factsOfNext(options, { run, step, doing, isFirst: visits.length === 0 });
    if (!lookUp) break;
    const doer = doers[step.type] as Doer<Joined['type']>;
    const outcome = doer(step, { run, now, lookUp, doing, branch: again?.branches[branches.length] });
    visits.push({ ...outcome, taken: { number: run.taken, step: step.id } });
    at = outcome.after;
    if (step.type === 'condition') branches.push(at.status === 'running' ? (at.currentStep ?? '') : '');
    else doing.shows = step.id;
  }
  endTogether(visits, doing);
  return { visits, action: toAction(first, doing), branches };
};
