import { newId, runTransaction } from '@parley/persistence';
import { contactSubject, type StreamMessage } from '@parley/realtime';
import { type Deps } from '../deps';
import { gone } from '../gone';
import { type Crew, createCrew } from '../jobs/crew';
import { runContext } from '../runs/effects';
import { cutToSize } from '../streams/cut-to-size';
import { appendToStream } from '../streams/stream.store';
import { expireCall, findResult, insertTurnCall } from '../tools/tool-call.store';
import { type Agent } from './agent';
import { findAgent } from './agent.store';
import { findEngagement, forgetAgent } from './engagement.store';
import { holdOf } from './hold';
import { questionAsked } from './question.events';
import { nothingFound, type Reply, replyTo } from './reply';
import { claimTurns, type Turn, writeTurn } from './turn.store';

export { TURNS_DUE } from './turn.store';

/** Milliseconds after which somebody else answers a message of which nothing was heard: a model takes its time. */
const LEASE_MS = 8_000;
const LEASE_WITH_MODEL_MS = 60_000;
const TOGETHER = 16;
const AT_A_TIME = 4;
/** How often an answer is looked for while the model is away, before people take over. */
const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 1_000;
/** Milliseconds that a result of a tool is waited for. */
const TOOL_MS = 60_000;

/**
 * Is done with a message, and tells that something was asked: only who still has the message does, so that each is told once. Files
 * without a word ask nothing.
 */
const finish = async (
  { db, events, wakeTurns }: Pick<Deps, 'db' | 'events' | 'wakeTurns'>,
  turn: Turn,
  { answered, leaves }: { answered: boolean; leaves?: Agent | undefined },
): Promise<void> => {
  await db.transaction(async (tx) => {
    if (leaves) await forgetAgent(tx, turn, leaves.id);
    const isOurs = await writeTurn(tx, turn, null);
    if (isOurs && turn.question.trim() !== '') await events.append(tx, [questionAsked(turn, answered)]);
  });
  events.wake();
  // The next message of the conversation may have waited for this one.
  wakeTurns();
};

const say = async (
  deps: Pick<Deps, 'db' | 'bots' | 'events' | 'wakeTurns'>,
  turn: Turn,
  agent: Agent,
  { markdown, isHandoff }: Extract<Reply, { kind: 'text' }>,
): Promise<void> => {
  const { name, avatar, handoffTeam } = agent;
  const { applied, ended, refusal } = await deps.bots.applyBotAction(
    {
      conversationId: turn.conversationId,
      actor: { type: 'agent', id: agent.id, name, ...(avatar !== null && { avatar }) },
      onlyIfOwn: true,
      markdown,
      ...(isHandoff ? { handoff: { team: handoffTeam ?? undefined } } : { bot: holdOf(agent) }),
    },
    runContext(turn, `turn:${turn.messageId}`),
  );
  // What was said before by this key counts: another attempt may have found something else.
  const isOver = applied && (ended || isHandoff);
  // Where people have taken over already, the process that let them may have ended before it forgot the AI agent.
  const leaves = isOver || refusal === 'not_own' ? agent : undefined;
  await finish(deps, turn, { answered: applied && !isOver, leaves });
};

/** Calls a tool of the contact's page, and lets the message wait for its result. */
const call = async (
  { db, clock, broadcast }: Pick<Deps, 'db' | 'clock' | 'broadcast'>,
  turn: Turn,
  { name, arguments: given }: Extract<Reply, { kind: 'tool' }>,
): Promise<void> => {
  const { projectId, contactId, conversationId } = turn;
  const at = clock();
  const expiresAt = new Date(at.getTime() + TOOL_MS);
  const toolCallId = newId(at.getTime());
  const data = { conversationId, toolCallId, name, arguments: given, expiresAt: expiresAt.toISOString() };
  const after = {
    ...turn,
    attempts: 0,
    calls: turn.calls + 1,
    transcript: [...turn.transcript, { toolCallId, name, arguments: given }],
  };
  const told = await runTransaction(db, async (tx) => {
    // Before the message: whoever deletes the contact takes its lock first, too.
    await gone.hold(tx, [{ projectId, id: contactId }]);
    if (!(await writeTurn(tx, after, expiresAt))) return [];
    await insertTurnCall(tx, turn, { toolCallId, name, arguments: given, expiresAt });
    const event = { name: 'tool.call', data: cutToSize('tool.call', data), at };
    return appendToStream(tx, { projectId, contactId }, [event]);
  });
  for (const { seq, name: event, data: sent } of told) {
    const message: StreamMessage = { kind: 'event', seq, event, data: sent, at: at.toISOString() };
    broadcast.publish(contactSubject(projectId, contactId), message);
  }
};

/** The message with what its tools answered since; undefined while a result is waited for. */
const withResults = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  turn: Turn,
): Promise<Turn | undefined> => {
  const last = turn.transcript.at(-1);
  if (!last || last.result !== undefined) return turn;
  const { projectId } = turn;
  const found = await findResult(db, projectId, last.toolCallId);
  if (found?.status === 'pending' && found.expiresAt > clock()) {
    await writeTurn(db, turn, found.expiresAt);
    return undefined;
  }
  await expireCall(db, projectId, last.toolCallId);
  // A result may have come in between.
  const result = (await findResult(db, projectId, last.toolCallId))?.result ?? '';
  return { ...turn, transcript: [...turn.transcript.slice(0, -1), { ...last, result }] };
};

/** Answers a message, unless the AI agent has fallen silent since. */
const answerTurn = async (deps: Deps, claimed: Turn): Promise<void> => {
  const { projectId, conversationId } = claimed;
  const engagement = await findEngagement(deps.db, projectId, conversationId);
  const agent = engagement && (await findAgent(deps.db, projectId, engagement.agentId));
  if (!agent) return finish(deps, claimed, { answered: false });
  const turn = await withResults(deps, claimed);
  if (!turn) return;
  try {
    const reply = await replyTo(deps, turn, agent);
    await (reply.kind === 'tool' ? call(deps, turn, reply) : say(deps, turn, agent, reply));
  } catch (error) {
    deps.log.warn({ err: error, message: turn.messageId }, 'A message is answered later');
    if (turn.attempts >= MAX_ATTEMPTS) await say(deps, turn, agent, nothingFound(turn.question));
    else {
      const pause = FIRST_PAUSE_MS * 2 ** (turn.attempts - 1);
      await writeTurn(deps.db, turn, new Date(deps.clock().getTime() + pause));
    }
  }
};

/** Answers messages that wait for an AI agent. */
export const createAnswerer = (deps: Deps): Crew =>
  createCrew({
    atATime: AT_A_TIME,
    together: TOGETHER,
    claim: (limit) => {
      const now = deps.clock();
      const lease = deps.ai.chooseTools ? LEASE_WITH_MODEL_MS : LEASE_MS;
      return claimTurns(deps.db, now, new Date(now.getTime() + lease), limit);
    },
    work: (turn) =>
      answerTurn(deps, turn).catch((error: unknown) => {
        deps.log.warn({ err: error, message: turn.messageId }, 'A message is answered later');
      }),
  });
