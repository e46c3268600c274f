import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { isId, runTransaction, type Sql } from '@parley/persistence';
import {
  type ApplyBotActionRequest,
  type ApplyBotActionResponse,
  type BotActor,
  BotHold,
} from '@parley/proto/generated/parley/tickets/v1/bot_actions_service';
import { isEmptyRichText, readMarkdown, type RichText } from '@parley/rich-text';
import { type CallContext, eventHeaders } from '@parley/rpc';
import { assignTickets, type TeamRules } from '../assignment';
import type { Deps } from '../deps';
import {
  type HistoryEntry,
  saveTicket,
  type TicketView,
  findChanges,
  lockTicket,
  readBot,
  isOwn,
} from '../core';
import { prepareMessage, type PreparedMessage, writeMessage, readMessage } from '../messages';
import { type FoundReferences, toShown } from '../references';
import { type Assignees, botPatch } from './bot-patch';

/** The state of a ticket without a bot. */
const NOBODY: BotHold = BotHold.create({ active: false });

/** The people and teams that an action names, as far as they exist. */
interface Named {
  assignees: Assignees;
  found: FoundReferences;
  rules: TeamRules | undefined;
}

const findNamed = async (
  deps: Deps,
  { user, team, handoff }: ApplyBotActionRequest,
  context: CallContext,
): Promise<Named> => {
  const { projectId } = projectScope(context.scope);
  const teamId = team ?? handoff?.team;
  const users = user === undefined ? new Map() : await deps.references.members(context, projectId, [user]);
  const teams = teamId === undefined ? new Map() : await deps.references.teams(context, projectId, [teamId]);
  const assignees = {
    user: users.has(user) ? user : undefined,
    team: teams.has(teamId) ? teamId : undefined,
  };
  const columns = {
    ...(assignees.user !== undefined && { processingUserId: assignees.user }),
    ...(assignees.team !== undefined && { processingTeamId: assignees.team }),
  };
  const rules = await deps.teamRules.ask(context, projectId, columns);
  return { assignees, found: { contacts: new Map(), users, teams }, rules };
};

/** Whether a text shows anything; a template may have inserted empty values. */
const showsSomething = (markdown: string, document: RichText): boolean =>
  /[\p{L}\p{N}]/u.test(markdown) || !isEmptyRichText(document);

const prepareMessages = async (
  deps: Deps,
  { conversationId, markdown, moreMarkdown }: ApplyBotActionRequest,
  { name, avatar }: BotActor,
  context: CallContext,
): Promise<PreparedMessage[]> => {
  const fallbackUser = { username: name, ...(avatar !== undefined && { imageUrl: avatar }) };
  const messages: PreparedMessage[] = [];
  for (const text of markdown === undefined ? moreMarkdown : [markdown, ...moreMarkdown]) {
    const comment = await readMarkdown(text);
    if (!showsSomething(text, comment)) continue;
    const origin = {
      scope: projectScope(context.scope),
      context,
      ticketId: conversationId,
      contact: undefined,
      author: undefined,
      sendToChannel: true,
    };
    messages.push(prepareMessage(deps, await readMessage({ comment, bot: true, fallbackUser }), origin));
  }
  return messages;
};

/** Why nothing happens in a conversation any more; undefined when bots can act in it. */
const overBy = (row: TicketView | undefined): string | undefined => {
  if (!row || row.sessionId === null || row.hidden || row.duplicateOfId !== null) return 'gone';
  return row.conversationClosed ? 'closed' : undefined;
};

/** Why a ticket takes no action; undefined when it does. */
const findRefusal = (
  row: TicketView | undefined,
  { isEnd, onlyIfOwn, bot }: ApplyBotActionRequest,
  actor: BotActor,
): string | undefined => {
  const over = overBy(row);
  if (!row) return over;
  if (isEnd) return undefined;
  if (over === 'gone') return over;
  if (onlyIfOwn && !isOwn(readBot(row.extra), actor)) return 'not_own';
  // Processes of the version before say so that nothing has it any more.
  const onlyEnds = onlyIfOwn && bot?.active === false;
  return onlyEnds ? undefined : over;
};

/** The end of a bot, as far as its ticket allows: no person takes over a closed or merged conversation. */
const toEndRequest = (row: TicketView, request: ApplyBotActionRequest): ApplyBotActionRequest => {
  const { bot, handoff } = request;
  if (handoff && overBy(row) === undefined) return request;
  const isShown = (bot ?? handoff) !== undefined && readBot(row.extra).active === true;
  return { ...request, handoff: undefined, bot: isShown ? NOBODY : undefined };
};

/** A ticket opened with a workflow shows it from its creation; the history records the start with the first action. */
const buildStartEntries = (row: TicketView, { bot, handoff }: ApplyBotActionRequest): HistoryEntry[] => {
  const { active, currentActionFlow: workflow, currentAction } = readBot(row.extra);
  const isFirst = active === true && workflow !== undefined && currentAction === undefined;
  return isFirst && (bot ?? handoff) ? [{ field: 'workflow', from: undefined, to: workflow }] : [];
};

const change = async (
  tx: Sql,
  row: TicketView,
  asked: ApplyBotActionRequest,
  { actor, named, now, context }: { actor: BotActor; named: Named; now: Date; context: CallContext },
): Promise<void> => {
  const { assignees, found, rules } = named;
  const request = asked.isEnd ? toEndRequest(row, asked) : asked;
  const patch = botPatch(row, request, { assignees, now });
  const assigned = (await assignTickets(tx, [row], patch.columns, { rules, now })).get(row.id);
  const whole = { ...patch, columns: { ...patch.columns, ...assigned?.columns } };
  const changes = findChanges(row, whole, now);
  changes.history.unshift(...buildStartEntries(row, request));
  if (request.handoff)
    changes.history.push({ field: 'handoff', from: undefined, to: assignees.team ?? 'support' });
  const isQuiet = !request.handoff && !request.done && assignees.user === undefined;
  await saveTicket(
    tx,
    row,
    changes,
    {
      actor: { type: actor.type === 'agent' ? 'agent' : 'workflow', id: actor.id, name: actor.name },
      now,
      headers: eventHeaders(context),
      keepsActivity: isQuiet && assignees.team === undefined,
    },
    { ...toShown(patch.columns, found), ...assigned?.shown },
  );
};

/**
 * Applies a bot's action to a conversation, all of it or nothing. A refusal is an answer, not an error: `gone` for a conversation
 * that no contact sees any more, `closed`, and `not_own` when another bot or person has it.
 */
export const applyBotAction = async (
  deps: Deps,
  request: ApplyBotActionRequest,
  context: OnceContext<ApplyBotActionResponse>,
): Promise<ApplyBotActionResponse> => {
  const { projectId } = projectScope(context.scope);
  const { actor, conversationId } = request;
  if (!actor || !isId(conversationId)) return { applied: false, refusal: 'gone', branches: [], ended: false };
  const messages = await prepareMessages(deps, request, actor, context);
  const named = await findNamed(deps, request, context);
  const now = deps.clock();
  const response = await runTransaction(deps.db, async (tx): Promise<ApplyBotActionResponse> => {
    const row = await lockTicket(tx, projectId, conversationId);
    const refusal = findRefusal(row, request, actor);
    const { steps, branches, bot, handoff } = request;
    const applied = refusal === undefined;
    const ended = applied && (handoff !== undefined || bot?.active === false);
    const lastMessageId = applied ? messages.at(-1)?.view.id : undefined;
    const answer = { applied, refusal, steps, branches, ended, lastMessageId };
    if (row && answer.applied) {
      for (const message of messages) await writeMessage(tx, message, { toMerged: false });
      // The messages have changed the row.
      const current = messages.length > 0 ? await lockTicket(tx, projectId, conversationId) : row;
      if (current) await change(tx, current, request, { actor, named, now, context });
    }
    await context.record(tx, answer);
    return answer;
  });
  deps.wakeEvents();
  if (messages.length > 0) deps.jobs.wake();
  return response;
};
