import { holdThings } from '@parley/events';
import { runTransaction } from '@parley/persistence';
import { findEngagement } from '../agents';
import {
  insertTurn,
  findBusy,
  act,
  type Action,
  runContext,
  LEASE_MS,
  type Run,
  moveRun,
  type Version,
} from '../core';
import type { Deps } from '../deps';
import { appendBehind } from '../streams';
import { endParts } from './drop-ends';
import { findLastMessage, orNothing } from './last-message';
import { sayWords } from './say-words';
import { tell, buildStreamEvents } from './tell';

type SettleDeps = Pick<Deps, 'bots' | 'conversations' | 'db' | 'clock' | 'broadcast'>;

/** A run that has a conversation. */
type Placed = Run & { conversationId: string };

/** Makes an AI agent that has the conversation answer the contact's last message, however long ago it was engaged. */
const askAgent = async (deps: SettleDeps, run: Placed): Promise<void> => {
  const wanted = { conversationId: run.conversationId };
  const found = await orNothing(deps.conversations.getConversation(wanted, runContext(run)));
  const last = found?.conversation?.lastMessage;
  await runTransaction(deps.db, async (tx) => {
    if (!(await moveRun(tx, over(run), undefined, deps.clock())) || last?.author?.type !== 'contact') return;
    const engagement = await findEngagement(tx, run.projectId, run.conversationId);
    const question = last.plainText ?? '';
    if (engagement) await insertTurn(tx, { ...engagement, messageId: last.id, question }, deps.clock());
  });
};

/** Lets a ticket show that nothing has it any longer; nothing where something else has it, which shows itself. */
const showEnd = async (deps: SettleDeps, run: Placed, version: Version, isFree: boolean): Promise<void> => {
  const people: Action = run.status === 'failed' ? { handoff: {} } : { bot: { active: false } };
  const end = { isEnd: true, onlyIfOwn: true, ...(isFree && people) };
  const [next, last] = endParts(run);
  const { ended } = await act(deps, run, version, { part: next, ...end });
  if (isFree && !ended) await act(deps, run, version, { part: last, ...end });
};

const isPlaced = (run: Run): run is Placed => run.conversationId !== null;

/** A run of which nothing is due any more. */
const over = <T extends Run>(run: T): T => ({ ...run, pending: null, dueAt: null });

/** Makes the ticket of a run show its end. Answers the run when its contact is not notified yet. */
const showSettled = async (deps: SettleDeps, run: Run, version: Version): Promise<Placed | undefined> => {
  await orNothing(sayWords(deps, run));
  const move = (pending: Run['pending']): Promise<boolean> => {
    const now = deps.clock();
    const dueAt = new Date(now.getTime() + LEASE_MS);
    return moveRun(deps.db, { ...run, pending, dueAt }, undefined, now);
  };
  if (!isPlaced(run)) {
    await moveRun(deps.db, over(run), undefined, deps.clock());
    return undefined;
  }
  // Written first: what runs besides is another one.
  if (!(await move(null))) return undefined;
  const isFree = (await findBusy(deps.db, [run])).length === 0;
  await showEnd(deps, run, version, isFree);
  if (isFree) return (await move({ kind: 'end' })) ? { ...run, pending: { kind: 'end' } } : undefined;
  await askAgent(deps, run);
  return undefined;
};

/** Emits the end of a run to the contact, after the conversation's last message. */
const tellEnd = async (deps: SettleDeps, run: Placed): Promise<void> => {
  const { projectId, contactId, conversationId } = run;
  const now = deps.clock();
  const said = await findLastMessage(deps, run);
  const told = await runTransaction(deps.db, async (tx) => {
    // Before the run: a deletion of the contact takes its lock first, too.
    await holdThings(tx, [{ projectId, id: contactId }]);
    const after = over(run);
    if (!(await moveRun(tx, after, undefined, now))) return [];
    const events = buildStreamEvents({ after, tells: true }, now);
    return appendBehind(tx, { projectId, contactId, conversationId, after: said }, events);
  });
  tell(deps, run, told);
};

/**
 * Settles an ended run: the contact's answers are stored, and the ticket shows no bot, unless another run or an AI agent has the
 * conversation. A concurrent start drops the end (`drop-ends.ts`). People take over from a failed run. Then the contact is
 * notified.
 */
export const settle = async (deps: SettleDeps, run: Run, version: Version): Promise<void> => {
  const isShown = run.pending?.kind === 'end';
  const telling = isShown ? run : await showSettled(deps, run, version);
  if (telling && isPlaced(telling)) await tellEnd(deps, telling);
};
