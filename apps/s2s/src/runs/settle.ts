import { runTransaction, type Sql } from '@parley/persistence';
import { findEngagement } from '../agents/engagement.store';
import { insertTurn } from '../agents/turn.store';
import { type Deps } from '../deps';
import { gone } from '../gone';
import { appendBehind } from '../streams/held.store';
import { findBusy } from './busy.store';
import { act, type Action, isLasting, runContext } from './effects';
import { LEASE_MS, type Run } from './run';
import { holdConversation, moveRun, type Version } from './run.store';
import { sayWords } from './say-words';
import { tell, toldOf } from './tell';

type SettleDeps = Pick<
  Deps,
  'bots' | 'conversations' | 'db' | 'clock' | 'broadcast' | 'wakeRuns' | 'wakeTurns' | 'log'
>;

/** Milliseconds after which a message is in its stream, or will never be. */
const RECENT_MS = 60_000;

/** A run that has a conversation. */
type Placed = Run & { conversationId: string };

/** What an owner of effects answers; undefined for what it would refuse again. */
const orNothing = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (!isLasting(error)) throw error;
    return undefined;
  });

/** An AI agent that has the conversation answers what the contact said last, however long ago it was engaged. */
const askAgent = async (deps: SettleDeps, tx: Sql, run: Placed): Promise<void> => {
  const engagement = await findEngagement(tx, run.projectId, run.conversationId);
  if (!engagement) return;
  const wanted = { conversationId: run.conversationId };
  const found = await orNothing(deps.conversations.getConversation(wanted, runContext(run)));
  const last = found?.conversation?.lastMessage;
  if (last?.author?.type !== 'contact') return;
  await insertTurn(tx, { ...engagement, messageId: last.id, question: last.plainText ?? '' }, deps.clock());
};

/**
 * Lets a ticket show that nothing has it any longer; nothing where something else has it, which shows itself. The key is the one of the
 * run's next step: a step that somebody still asks for, who was paused or is slow, is not had afterwards.
 */
const showEnd = async (deps: SettleDeps, run: Placed, version: Version, isFree: boolean): Promise<void> => {
  const people: Action = run.status === 'failed' ? { handoff: {} } : { bot: { active: false } };
  const end = { isEnd: true, onlyIfOwn: true, ...(isFree && people) };
  const { ended } = await act(deps, run, version, { part: String(run.taken + 1), ...end });
  if (isFree && !ended) await act(deps, run, version, { part: 'over', ...end });
};

const isPlaced = (run: Run): run is Placed => run.conversationId !== null;

/** Has the ticket of a run show its end. Answers the run when its contact is still to be told. */
const showSettled = async (deps: SettleDeps, run: Run, version: Version): Promise<Placed | undefined> => {
  await orNothing(sayWords(deps, run));
  const { projectId } = run;
  const shown = await runTransaction(deps.db, async (tx): Promise<Placed | undefined> => {
    if (isPlaced(run)) await holdConversation(tx, projectId, run.conversationId);
    const at = deps.clock();
    const over = { ...run, pending: null, dueAt: null };
    // Written first: what runs besides is another one.
    if (!(await moveRun(tx, over, undefined, at)) || !isPlaced(run)) return undefined;
    const isFree = (await findBusy(tx, [run])).length === 0;
    await showEnd(deps, run, version, isFree);
    if (!isFree) {
      await askAgent(deps, tx, run);
      return undefined;
    }
    const telling = { ...run, pending: { kind: 'end' as const }, dueAt: new Date(at.getTime() + LEASE_MS) };
    await moveRun(tx, telling, undefined, at);
    return telling;
  });
  deps.wakeTurns();
  return shown;
};

/** Tells the contact that a run is over, after the conversation's last message. */
const tellEnd = async (deps: SettleDeps, run: Placed): Promise<void> => {
  const { projectId, contactId, conversationId } = run;
  const now = deps.clock();
  const after = await lastMessage(deps, run);
  const told = await runTransaction(deps.db, async (tx) => {
    // Before the run: whoever deletes the contact takes its lock first, too.
    await gone.hold(tx, [{ projectId, id: contactId }]);
    const over = { ...run, pending: null, dueAt: null };
    if (!(await moveRun(tx, over, undefined, now))) return [];
    const events = toldOf({ after: over, tells: true }, now);
    return appendBehind(tx, { projectId, contactId, conversationId, after }, events);
  });
  tell(deps, run, told);
};

/** What the contact was last shown of a conversation; undefined for nothing, and for what it was shown long ago. */
const lastMessage = async (deps: SettleDeps, run: Placed): Promise<string | undefined> => {
  const wanted = { conversationId: run.conversationId };
  const found = await orNothing(deps.conversations.getConversation(wanted, runContext(run)));
  const { id, createdAt } = found?.conversation?.lastMessage ?? {};
  const isRecent = createdAt !== undefined && deps.clock().getTime() - Date.parse(createdAt) < RECENT_MS;
  return isRecent ? id : undefined;
};

/**
 * What is left to do when a run is over: what the contact answered is stored, and the ticket shows no bot, unless another run or an AI
 * agent has the conversation. Nothing starts in it meanwhile. People take over from a run that failed. Then the contact is told.
 */
export const settle = async (deps: SettleDeps, run: Run, version: Version): Promise<void> => {
  const isShown = run.pending?.kind === 'end';
  const telling = isShown ? run : await showSettled(deps, run, version);
  if (telling && isPlaced(telling)) await tellEnd(deps, telling);
};
