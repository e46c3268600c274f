import type {
  ApplyBotActionRequest,
  BotAttribute,
} from '@parley/proto/generated/parley/tickets/v1/bot_actions_service';
import { MAX_ATTRIBUTES } from '../conversations';
import { DONE, type TicketRow, type TicketView, type TicketPatch, readBot, botState } from '../core';

/** Most tags that a ticket gets by bots. */
const MAX_TAGS = 100;

/** People and teams that a change may name. */
export interface Assignees {
  user: string | undefined;
  team: string | undefined;
}

const withTags = (
  row: TicketRow,
  { addTags, removeTags }: Pick<ApplyBotActionRequest, 'addTags' | 'removeTags'>,
): Partial<TicketRow> => {
  if (addTags.length === 0 && removeTags.length === 0) return {};
  const tags = [...new Set([...row.tags, ...addTags])].filter((tag) => !removeTags.includes(tag));
  return { tags: tags.slice(0, Math.max(MAX_TAGS, row.tags.length)) };
};

const withAttributes = (row: TicketRow, given: readonly BotAttribute[]): Partial<TicketPatch> => {
  if (given.length === 0) return {};
  const stored = row.extra['attributes'];
  const attributes = typeof stored === 'object' && stored !== null ? (stored as object) : {};
  const set = Object.fromEntries(given.map(({ key, value }) => [key, value]));
  const shown = given.filter(({ visible }) => visible).map(({ key }) => key);
  const visible = [...new Set([...row.visibleAttributes, ...shown])];
  const most = Math.max(MAX_ATTRIBUTES, row.visibleAttributes.length);
  return {
    extra: { attributes: { ...attributes, ...set } },
    ...(visible.length > row.visibleAttributes.length && {
      columns: { visibleAttributes: visible.slice(0, most) },
    }),
  };
};

const botAfter = (
  row: TicketRow,
  { bot, handoff }: Pick<ApplyBotActionRequest, 'bot' | 'handoff'>,
  now: Date,
): Record<string, unknown> => {
  if (handoff) return { bot: { active: false, forwardedToSupportAt: now.toISOString() } };
  return bot ? { bot: botState(bot, readBot(row.extra)) } : {};
};

/** The changes of a ticket by a bot's action, beside its messages. */
export const botPatch = (
  row: TicketView,
  request: ApplyBotActionRequest,
  { assignees, now }: { assignees: Assignees; now: Date },
): TicketPatch => {
  const { attribute, moreAttributes } = request;
  const attributes = withAttributes(row, attribute ? [attribute, ...moreAttributes] : moreAttributes);
  return {
    columns: {
      ...withTags(row, request),
      ...attributes.columns,
      ...(assignees.user !== undefined && { processingUserId: assignees.user }),
      ...(assignees.team !== undefined && { processingTeamId: assignees.team }),
      ...(request.handoff && { noHumanInteraction: false }),
      ...(request.done && { status: DONE }),
    },
    extra: { ...attributes.extra, ...botAfter(row, request, now) },
    logs: {},
  };
};
