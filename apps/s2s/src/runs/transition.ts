import { isDeepStrictEqual } from 'node:util';
import { type Deps } from '../deps';
import { holdOf } from '../agents/hold';
import { findAgent } from '../agents/agent.store';
import { type Step, type StepOf } from '../workflows/step';
import { act, isLasting, runContext } from './effects';
import { factsOf, knownContact, knownTicket, type SetAttributes } from './facts';
import { ended, ending, goingOn } from './moves';
import { entering, type Plan, type Planned, planOf, stepOf } from './plan';
import { textOf } from './render';
import { isEnded, type Pending, type Run } from './run';
import { type Taken, type Version } from './run.store';

/** What one transition makes of a run. */
export interface Transition {
  after: Run;
  /** The steps that it took, in their order. */
  taken?: Taken[];
  /** A tool that is called from now on. */
  toolCall?: Extract<Pending, { kind: 'tool' }>;
  /** A tool whose result is waited for no longer. */
  expired?: string;
  /** The AI agent that has the conversation from now on, and the contact's last word, if nobody said anything since. */
  engages?: { agentId: string; message?: { id: string; question: string } };
  /** Whether the contact is told where the run stands. */
  tells?: boolean;
}

type TransitionDeps = Pick<Deps, 'bots' | 'contacts' | 'conversations' | 'db' | 'clock'>;

/** What became of a conversation that takes nothing of a workflow any more. */
const refused = (run: Run, refusal: string | undefined, now: Date): Transition => ({
  after: refusal === 'gone' ? ended(run, 'cancelled', now) : ending(run, 'cancelled', now),
  tells: true,
});

/** The ticket shows no bot any more; people take over from a run that failed. */
const settle = async (deps: TransitionDeps, run: Run, version: Version): Promise<Transition> => {
  if (run.conversationId !== null)
    await act(deps, run, version, {
      part: 'end',
      onlyIfOwn: true,
      ...(run.status === 'failed' ? { handoff: {} } : { bot: { active: false } }),
    });
  return { after: { ...run, dueAt: null }, tells: true };
};

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
  const last = isThere
    ? (
        await deps.conversations.getConversation(
          { conversationId: run.conversationId ?? '' },
          runContext(run),
        )
      ).conversation?.lastMessage
    : undefined;
  const action = isThere ? { bot: holdOf(agent) } : { handoff: {} };
  const { applied, refusal } = await act(deps, run, version, { part, ...action });
  if (!applied) return { ...refused(run, refusal, now), taken };
  const over: Transition = { after: ended(run, 'done', now), tells: true, taken };
  if (!isThere) return over;
  const isWaiting = last?.author?.type === 'contact';
  const message = isWaiting ? { id: last.id, question: last.plainText ?? '' } : undefined;
  return { ...over, engages: { agentId: agent.id, ...(message && { message }) } };
};

/** Makes a plan, or makes one again. */
type Planner = (again?: Planned) => Promise<Plan>;

/**
 * Does what was planned. What was done by the same key before, by a process that was killed, may have been fewer steps, and its conditions may have
 * led elsewhere: these steps are taken then.
 */
const doPlan = async (
  deps: TransitionDeps,
  { run, version, plan }: { run: Run; version: Version; plan: Planner },
  { visits, action, branches }: Plan,
): Promise<Transition> => {
  const part = String(run.taken + 1);
  const steps = visits.length;
  const answer = action
    ? await act(deps, run, version, { part, steps, branches, ...action })
    : { applied: true, steps, branches };
  const isAsPlanned = answer.steps === steps && isDeepStrictEqual(answer.branches, branches);
  const done = isAsPlanned
    ? visits
    : (await plan({ steps: answer.steps ?? 1, branches: answer.branches })).visits;
  const did = answer.applied ? done : done.slice(0, 1);
  const last = did.at(-1);
  if (!last) throw new Error(`The run ${run.id} took no step`);
  const taken = did.map((visit) => visit.taken);
  if (!answer.applied) return { ...refused(last.after, answer.refusal, deps.clock()), taken };
  const { after, toolCall, tells } = last;
  return { after, taken, ...(toolCall && { toolCall }), ...(tells && { tells }) };
};

/** Enters the next step, and those that are done together with it, unless it was entered too often. */
const enter = async (deps: TransitionDeps, before: Run, version: Version): Promise<Transition> => {
  const now = deps.clock();
  const step = stepOf(version, before);
  if (!step) return { after: ending(before, 'failed', now, 'unknown_step'), tells: true };
  const run = entering(before, step);
  if (!run) return { after: ending(before, 'failed', now, 'step_limit'), tells: true };
  if (step.type === 'agent') return engageAgent(deps, step, { run, version, now });
  const context = runContext(before);
  const contact = knownContact(deps, before, context);
  const ticket = knownTicket(deps, before, context);
  const plan: Planner = (again) =>
    planOf(before, {
      version,
      now,
      factsFor: (at: Run, one: Step, set: SetAttributes) => factsOf(at, one, set, { contact, ticket }),
      again,
    });
  const planned = await plan();
  try {
    return await doPlan(deps, { run: before, version, plan }, planned);
  } catch (error) {
    // What is wrong with one step is no reason to leave out those before it.
    if (planned.visits.length === 1 || !isLasting(error)) throw error;
    return doPlan(deps, { run: before, version, plan }, await plan({ steps: 1, branches: [] }));
  }
};

/** Stores what the contact answered, and goes on. */
const takeAnswer = async (
  deps: TransitionDeps,
  run: Run,
  version: Version,
  { value, words, next }: Extract<Pending, { kind: 'answer' }>,
): Promise<Transition> => {
  const part = `${run.taken}:answer`;
  const { conversationId } = run;
  await deps.conversations.sendConversationMessage(
    { conversationId: conversationId ?? '', comment: words.comment, attachments: words.attachments ?? [] },
    runContext(run, `run:${run.id}:${part}`),
  );
  const step = version.steps.find(({ id }) => id === run.currentStep);
  const saveAs = step?.type === 'question' ? step.saveAs : undefined;
  if (saveAs !== undefined)
    await act(deps, run, version, { part, attribute: { key: saveAs, value, visible: true } });
  return { after: goingOn({ ...run, answer: value }, next, deps.clock()), tells: true };
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
      attribute: { key: step.saveAs, value: textOf(value), visible: false },
    });
  return { after: goingOn({ ...run, answer: value }, step.next, deps.clock()) };
};

const handOver = async (deps: TransitionDeps, run: Run, version: Version): Promise<Transition> => {
  await act(deps, run, version, { part: `${run.taken}:handoff`, handoff: {} });
  return { after: ended(run, 'done', deps.clock()), tells: true };
};

/** A run whose delay is over goes on with the next step; nothing is written of that by itself. */
export const awake = (run: Run, version: Version, now: Date): Run => {
  if (run.status !== 'waiting' || run.waitsFor !== 'delay') return run;
  const step = stepOf(version, run);
  if (step?.type !== 'delay') throw new Error(`The run ${run.id} waits for no time`);
  return goingOn(run, step.next, now);
};

/** What waited for a result that did not come goes on. */
const goOnByTime = (deps: TransitionDeps, run: Run, version: Version): Transition => {
  const step = stepOf(version, run);
  const now = deps.clock();
  if (step?.type !== 'tool' || run.pending?.kind !== 'tool')
    throw new Error(`The run ${run.id} waits for no time`);
  const next = step.onTimeout === undefined ? step.next : step.onTimeout;
  return { after: goingOn({ ...run, answer: null }, next, now), expired: run.pending.toolCallId };
};

/**
 * What comes next for a run, with its effects on the conversation, which are had once however often it is asked for. Nothing
 * of the run itself is written.
 */
export const transitionOf = (deps: TransitionDeps, run: Run, version: Version): Promise<Transition> => {
  if (isEnded(run)) return settle(deps, run, version);
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

/** A run that cannot go on, for what an owner of its effects says. */
export const failed = (run: Run, error: string, now: Date): Transition => ({
  after: isEnded(run) ? { ...run, dueAt: null } : ending(run, 'failed', now, error),
  ...(run.currentStep !== null &&
    !isEnded(run) &&
    run.pending === null && { taken: [{ number: run.taken + 1, step: run.currentStep, error }] }),
  tells: true,
});
