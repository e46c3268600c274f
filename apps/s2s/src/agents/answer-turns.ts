import { holdThings } from '@parley/events';
import type { Doer } from '@parley/jobs';
import { newId, runTransaction } from '@parley/persistence';
import { contactSubject, type StreamMessage } from '@parley/realtime';
import type { Deps } from '../deps';
import { runContext, type Agent, findAgent, addCall, endTurn, nextTurn, type Turn } from '../core';
import { cutToSize, appendToStream } from '../streams';
import { expireCall, findResult, insertTurnCall } from '../tools';
import { findEngagement, forgetAgent } from './engagement.store';
import { toHold } from './hold';
import { questionAsked } from './question.events';
import { nothingFound, type Reply, replyTo } from './reply';

/** How often an answer is looked for while the model is away, before people take over. */
const MAX_ATTEMPTS = 5;
/** Milliseconds that a result of a tool is waited for. */
const TOOL_MS = 60_000;

/** Who answers the messages of a conversation; people take over from one with which processes died. */
export const createAnswerer = (deps: Deps): Doer<Record<string, never>> => ({
  handle: async (_payload, { projectId, key: conversationId, attempt }) => {
    const place = { projectId, conversationId };
    const turn = await nextTurn(deps.db, place);
    if (!turn) return undefined;
    const until = await answerTurn(deps, turn, attempt);
    if (until) return { goOnAt: until };
    return (await nextTurn(deps.db, place)) && { goOnAt: deps.clock() };
  },
  giveUp: async (_payload, _error, { projectId, key: conversationId }) => {
    for (let turn: Turn | undefined; (turn = await nextTurn(deps.db, { projectId, conversationId }));) {
      const agent = await engagedAgent(deps, turn);
      await (agent
        ? say(deps, turn, agent, nothingFound(turn.question))
        : finish(deps, turn, { answered: false }));
    }
  },
});

/** Answers a message, unless the AI agent has fallen silent since; answers until when it waits for a tool. */
const answerTurn = async (deps: Deps, asked: Turn, attempt: number): Promise<Date | undefined> => {
  const agent = await engagedAgent(deps, asked);
  if (!agent) return finish(deps, asked, { answered: false });
  const found = await withResults(deps, asked);
  if ('until' in found) return found.until;
  const { turn } = found;
  try {
    const reply = await replyTo(deps, turn, agent);
    return await (reply.kind === 'tool' ? call(deps, turn, reply) : say(deps, turn, agent, reply));
  } catch (error) {
    if (attempt < MAX_ATTEMPTS) throw error;
    return say(deps, turn, agent, nothingFound(turn.question));
  }
};

/** The AI agent that answers in the conversation of a message now. */
const engagedAgent = async (
  { db }: Pick<Deps, 'db'>,
  { projectId, conversationId }: Turn,
): Promise<Agent | undefined> => {
  const engagement = await findEngagement(db, projectId, conversationId);
  return engagement && findAgent(db, projectId, engagement.agentId);
};

/**
 * Ends a message, and emits that a question was asked. Only the process that still has the message does, so that it is emitted
 * once. Files without words ask nothing.
 */
const finish = async (
  { db, events }: Pick<Deps, 'db' | 'events'>,
  turn: Turn,
  { answered, leaves }: { answered: boolean; leaves?: Agent | undefined },
): Promise<undefined> => {
  await db.transaction(async (tx) => {
    if (leaves) await forgetAgent(tx, turn, leaves.id);
    const isOurs = await endTurn(tx, turn);
    if (isOurs && turn.question.trim() !== '') await events.append(tx, [questionAsked(turn, answered)]);
  });
  events.wake();
};

const say = async (
  deps: Pick<Deps, 'db' | 'bots' | 'events'>,
  turn: Turn,
  agent: Agent,
  { markdown, isHandoff }: Extract<Reply, { kind: 'text' }>,
): Promise<undefined> => {
  const { name, avatar, handoffTeam } = agent;
  const { applied, ended, refusal } = await deps.bots.applyBotAction(
    {
      conversationId: turn.conversationId,
      actor: { type: 'agent', id: agent.id, name, ...(avatar !== null && { avatar }) },
      onlyIfOwn: true,
      markdown,
      ...(isHandoff ? { handoff: { team: handoffTeam ?? undefined } } : { bot: toHold(agent) }),
    },
    runContext(turn, `turn:${turn.messageId}`),
  );
  // An earlier effect with this key counts: another attempt may have found another answer.
  const isOver = applied && (ended || isHandoff);
  // Where people have taken over already, the process that let them may have ended before it forgot the AI agent.
  const leaves = isOver || refusal === 'not_own' ? agent : undefined;
  return finish(deps, turn, { answered: applied && !isOver, leaves });
};

/** Calls a tool of the contact's page; answers until when the message waits for its result. */
const call = async (
  { db, clock, broadcast }: Pick<Deps, 'db' | 'clock' | 'broadcast'>,
  turn: Turn,
  { name, arguments: given }: Extract<Reply, { kind: 'tool' }>,
): Promise<Date> => {
  const { projectId, contactId, conversationId } = turn;
  const at = clock();
  const expiresAt = new Date(at.getTime() + TOOL_MS);
  const toolCallId = newId(at.getTime());
  const data = { conversationId, toolCallId, name, arguments: given, expiresAt: expiresAt.toISOString() };
  const told = await runTransaction(db, async (tx) => {
    // Before the message: a deletion of the contact takes its lock first, too.
    await holdThings(tx, [{ projectId, id: contactId }]);
    if (!(await addCall(tx, turn, { toolCallId, name, arguments: given }, expiresAt))) return [];
    await insertTurnCall(tx, turn, { toolCallId, name, arguments: given, expiresAt });
    const event = { name: 'tool.call', data: cutToSize('tool.call', data), at };
    return appendToStream(tx, { projectId, contactId }, [event]);
  });
  for (const { seq, name: event, data: sent } of told) {
    const message: StreamMessage = { kind: 'event', seq, event, data: sent, at: at.toISOString() };
    broadcast.publish(contactSubject(projectId, contactId), message);
  }
  return expiresAt;
};

/** The message with what its tools answered since, or until when a result is waited for. */
const withResults = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  turn: Turn,
): Promise<{ turn: Turn } | { until: Date }> => {
  const last = turn.transcript.at(-1);
  if (!last || last.result !== undefined) return { turn };
  const { projectId } = turn;
  const found = await findResult(db, projectId, last.toolCallId);
  if (found?.status === 'pending' && found.expiresAt > clock()) return { until: found.expiresAt };
  await expireCall(db, projectId, last.toolCallId);
  // A result may have come in between.
  const result = (await findResult(db, projectId, last.toolCallId))?.result ?? '';
  return { turn: { ...turn, transcript: [...turn.transcript.slice(0, -1), { ...last, result }] } };
};
