import { runTransaction, type Sql } from '@parley/persistence';
import { findEngagement } from '../agents/engagement.store';
import { insertTurn } from '../agents/turn.store';
import { type Deps } from '../deps';
import { appendToStream } from '../streams/stream.store';
import { findBusy } from './busy.store';
import { act, type Action, isLasting, runContext } from './effects';
import { type Run } from './run';
import { holdConversation, moveRun, type Version } from './run.store';
import { sayWords } from './say-words';
import { tell, toldOf } from './tell';

type SettleDeps = Pick<Deps, 'bots' | 'conversations' | 'db' | 'clock' | 'broadcast' | 'wakeTurns' | 'log'>;

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

/**
 * What is left to do when a run is over: what the contact answered is stored, and the ticket shows no bot, unless another run or an AI
 * agent has the conversation. Nothing starts in it meanwhile. People take over from a run that failed.
 */
export const settle = async (deps: SettleDeps, run: Run, version: Version): Promise<void> => {
  await orNothing(sayWords(deps, run));
  const { projectId, contactId } = run;
  const told = await runTransaction(deps.db, async (tx) => {
    if (isPlaced(run)) await holdConversation(tx, projectId, run.conversationId);
    const at = deps.clock();
    const after = { ...run, pending: null, dueAt: null };
    // Written first: what runs besides is another one.
    if (!(await moveRun(tx, after, undefined, at)) || !isPlaced(run)) return [];
    const isFree = (await findBusy(tx, [run])).length === 0;
    await showEnd(deps, run, version, isFree);
    if (!isFree) await askAgent(deps, tx, run);
    return appendToStream(tx, { projectId, contactId }, toldOf({ after, tells: isFree }, at));
  });
  tell(deps, run, told);
  deps.wakeTurns();
};
