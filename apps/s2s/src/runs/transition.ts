import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../deps';
import { toHold } from '../agents';
import {
  findAgent,
  type Step,
  type StepOf,
  act,
  isLasting,
  runContext,
  toText,
  isEnded,
  type Pending,
  type Run,
  type Taken,
  type Version,
} from '../core';
import { loadFacts, knownContact, knownTicket, type SetAttributes } from './facts';
import { ended, ending, goingOn } from './moves';
import { entering, type Plan, type Planned, planRun, findStep } from './plan';
import { findLastMessage } from './last-message';
import { sayWords } from './say-words';

/** What one transition makes of a run. */
export interface Transition {
  after: Run;
  /** The steps that it took, in their order. */
  taken?: Taken[];
  /** A tool that is called from now on. */
  toolCall?: Extract<Pending, { kind: 'tool' }>;
  /** A tool call that has timed out. */
  expired?: string;
  /** The AI agent that has the conversation from now on. */
  engages?: { agentId: string };
  /** Whether the contact is notified of the position. */
  tells?: boolean;
  /** The message that precedes the notification. */
  said?: string | undefined;
}

type TransitionDeps = Pick<Deps, 'bots' | 'contacts' | 'conversations' | 'db' | 'clock'>;

/** What became of a conversation that takes nothing of a workflow any more. */
const refused = (run: Run, now: Date): Transition => ({ after: ending(run, 'cancelled', now), tells: true });

/** A run after its effects. If a process of another version may not have shown its end, the ticket has to show it yet. */
const shown = (after: Run, { ended: isShown }: { ended: boolean }, now: Date): Run =>
  isEnded(after) && after.dueAt === null && !isShown ? { ...after, dueAt: now } : after;

const open = async (deps: TransitionDeps, run: Run, version: Version): Promise<Transition> => {
  const { conversation } = await deps.conversations.createConversation(
    {
      contactId: run.contactId,
      channel: run.channel,
      title: version.name,
      workflowId: run.workflowId,
      runId: run.id,
    },
    runContext(run, `run:${run.id}:open`),
  );
  if (!conversation) throw new Error('The tickets service answered no conversation');
  return { after: { ...run, conversationId: conversation.id } };
};

/** Engages an AI agent, or lets people take over where it is not there any more. */
const engageAgent = async (
  deps: TransitionDeps,
  { agentId, id }: StepOf<'agent'>,
  { run, version, now }: { run: Run; version: Version; now: Date },
): Promise<Transition> => {
  const part = String(run.taken);
  const taken = [{ number: run.taken, step: id }];
  const agent = await findAgent(deps.db, run.projectId, agentId);
  const isThere = agent?.enabled === true;
  const action = isThere ? { bot: toHold(agent) } : { handoff: {} };
  const answer = await act(deps, run, version, { part, ...action });
  if (!answer.applied) return { ...refused(run, now), taken };
  if (!isThere) return { after: shown(ended(run, 'done', now), answer, now), tells: true, taken };
  // The contact's last message is answered once the AI agent is engaged.
  const said = await findLastMessage(deps, run);
  return { after: ending(run, 'done', now), tells: true, taken, engages: { agentId: agent.id }, said };
};

/** Makes a plan, or makes one again. */
type Planner = (again?: Planned) => Promise<Plan>;

/** Applies a plan. A killed process may have done fewer steps with the same key, with other conditions: the run follows those. */
const doPlan = async (
  deps: TransitionDeps,
  { run, version, plan }: { run: Run; version: Version; plan: Planner },
  { visits, action, branches }: Plan,
): Promise<Transition> => {
  const part = String(run.taken + 1);
  const steps = visits.length;
  const answer = action
    ? await act(deps, run, version, { part, steps, branches, ...action })
    : { applied: true, steps, branches, ended: false, lastMessageId: undefined };
  const isAsPlanned = answer.steps === steps && isDeepStrictEqual(answer.branches, branches);
  const done = isAsPlanned
    ? visits
    : (await plan({ steps: answer.steps ?? 1, branches: answer.branches })).visits;
  const did = answer.applied ? done : done.slice(0, 1);
  const last = did.at(-1);
  if (!last) throw new Error(`The run ${run.id} took no step`);
  const taken = did.map((visit) => visit.taken);
  const now = deps.clock();
  if (!answer.applied) return { ...refused(last.after, now), taken };
  const { toolCall, tells } = last;
  return {
    after: shown(last.after, answer, now),
    taken,
    ...(toolCall && { toolCall }),
    // Where the steps say nothing, the contact's answer may precede them.
    ...(tells && { tells, said: answer.lastMessageId ?? (await findLastMessage(deps, run)) }),
  };
};

/** Enters the next step, and those that are done together with it, unless it was entered too often. */
const enter = async (deps: TransitionDeps, before: Run, version: Version): Promise<Transition> => {
  const now = deps.clock();
  const step = findStep(version, before);
  if (!step) return { after: ending(before, 'failed', now, 'unknown_step'), tells: true };
  const run = entering(before, step);
  if (!run) return { after: ending(before, 'failed', now, 'step_limit'), tells: true };
  if (step.type === 'agent') return engageAgent(deps, step, { run, version, now });
  const context = runContext(before);
  const contact = knownContact(deps, before, context);
  const ticket = knownTicket(deps, before, context);
  const plan: Planner = (again) =>
    planRun(before, {
      version,
      now,
      factsFor: (at: Run, one: Step, set: SetAttributes) => loadFacts(at, one, set, { contact, ticket }),
      again,
    });
  const planned = await plan();
  try {
    return await doPlan(deps, { run: before, version, plan }, planned);
  } catch (error) {
    // A faulty step is no reason to leave out those before it.
    if (planned.visits.length === 1 || !isLasting(error)) throw error;
    return doPlan(deps, { run: before, version, plan }, await plan({ steps: 1, branches: [] }));
  }
};

/** Stores the contact's answer, and continues. */
const takeAnswer = async (
  deps: TransitionDeps,
  run: Run,
  version: Version,
  { value, next }: Extract<Pending, { kind: 'answer' }>,
): Promise<Transition> => {
  await sayWords(deps, run);
  const step = version.steps.find(({ id }) => id === run.currentStep);
  const saveAs = step?.type === 'question' ? step.saveAs : undefined;
  if (saveAs !== undefined)
    await act(deps, run, version, {
      part: `${run.taken}:answer`,
      attribute: { key: saveAs, value, visible: true },
    });
  return { after: goingOn({ ...run, answer: value }, next, deps.clock()) };
};

const takeResult = async (
  deps: TransitionDeps,
  run: Run,
  version: Version,
  value: string,
): Promise<Transition> => {
  const step = version.steps.find(({ id }) => id === run.currentStep);
  if (step?.type !== 'tool') throw new Error(`The run ${run.id} got a result for no tool`);
  if (step.saveAs !== undefined)
    await act(deps, run, version, {
      part: `${run.taken}:result`,
      attribute: { key: step.saveAs, value: toText(value), visible: false },
    });
  return { after: goingOn({ ...run, answer: value }, step.next, deps.clock()) };
};

const handOver = async (deps: TransitionDeps, run: Run, version: Version): Promise<Transition> => {
  await sayWords(deps, run);
  const answer = await act(deps, run, version, { part: `${run.taken}:handoff`, handoff: {} });
  const now = deps.clock();
  return { after: shown(ended(run, 'done', now), answer, now), tells: true };
};

/** A run after its delay continues with the next step; that alone is not written. */
export const awake = (run: Run, version: Version, now: Date): Run => {
  if (run.status !== 'waiting' || run.waitsFor !== 'delay') return run;
  const step = findStep(version, run);
  if (step?.type !== 'delay') throw new Error(`The run ${run.id} waits for no time`);
  return goingOn(run, step.next, now);
};

/** What waited for a result that did not come goes on. */
const goOnByTime = (deps: TransitionDeps, run: Run, version: Version): Transition => {
  const step = findStep(version, run);
  const now = deps.clock();
  if (step?.type !== 'tool' || run.pending?.kind !== 'tool')
    throw new Error(`The run ${run.id} waits for no time`);
  const next = step.onTimeout === undefined ? step.next : step.onTimeout;
  return { after: goingOn({ ...run, answer: null }, next, now), expired: run.pending.toolCallId };
};

/** The next transition of a run, with its effects on the conversation, which happen exactly once. The run itself is not written. */
export const planTransition = (deps: TransitionDeps, run: Run, version: Version): Promise<Transition> => {
  if (run.conversationId === null) return open(deps, run, version);
  if (run.status === 'waiting') return Promise.resolve(goOnByTime(deps, run, version));
  switch (run.pending?.kind) {
    case 'answer':
      return takeAnswer(deps, run, version, run.pending);
    case 'result':
      return takeResult(deps, run, version, run.pending.value);
    case 'handoff':
      return handOver(deps, run, version);
    default:
      return enter(deps, run, version);
  }
};

/** A run that cannot continue because a service refused its effect. */
export const failed = (run: Run, error: string, now: Date): Transition => ({
  after: ending(run, 'failed', now, error),
  ...(run.currentStep !== null &&
    run.pending === null && { taken: [{ number: run.taken + 1, step: run.currentStep, error }] }),
  tells: true,
});
