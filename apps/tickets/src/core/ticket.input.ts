import { type FieldProblem, invalid } from '@parley/errors';
import { isEmptyRichText, normalizeRichText, toPlainText } from '@parley/rich-text';
import type { TicketInput } from '@parley/proto/generated/parley/tickets/v1/ticket';
import { readAttachments } from './attachments';
import { objectElement, readList, textElement } from './read-list';
import { extraFields, logFields, OPEN, priorityRank, type TicketRow, type Upvote } from './ticket';

export const MAX_TAGS = 100;
export const MAX_TAG_CHARACTERS = 64;
/** Most contacts or mentions of one ticket. */
export const MAX_REFERENCES = 200;
/** Most links of one ticket, including those to tickets merged into it. */
export const MAX_LINKS = 1000;
export const MAX_UPVOTES = 10_000;

/** The changes that a request asks for: values of columns, and of the free JSON, where null clears. */
export interface TicketPatch {
  columns: Partial<TicketRow>;
  extra: Record<string, unknown>;
  logs: Record<string, unknown>;
  /** The request's own lists of ids, by the names under which it sent them. */
  sent?: SentLists;
}

/** Lists of ids as a request has them. */
export type SentLists = Partial<Record<(typeof idLists)[number] | 'linkedTicketIds', readonly unknown[]>>;

/** Where a request names an id, as refusals say it: tracker tickets take links under two names. */
export const findSent = (sent: SentLists, field: (typeof idLists)[number], id: string): string => {
  const names = field === 'linkedTickets' ? ([field, 'linkedTicketIds'] as const) : [field];
  const found = names.map((name) => ({ name, index: sent[name]?.indexOf(id) ?? -1 }));
  const place = found.find(({ index }) => index >= 0);
  return place ? `${place.name}.${place.index}` : field;
};

/** What null makes of a field that is never absent. */
const cleared: Partial<TicketRow> = {
  type: 'BUG',
  status: OPEN,
  priority: priorityRank(undefined),
  tags: [],
  sessionIds: [],
  mentionIds: [],
  linkedTicketIds: [],
  upvotes: [],
  attachments: [],
  archived: false,
  hidden: false,
  isSpam: false,
  noHumanInteraction: false,
  conversationClosed: false,
  notificationsUnread: false,
  sessionNotificationsUnread: false,
  isSilent: false,
  manuallyAdded: false,
  preventAutoReply: false,
};

/** Fields stored under another name than the public one. */
const storedNames: Readonly<Record<string, keyof TicketRow>> = {
  session: 'sessionId',
  sessions: 'sessionIds',
  processingUser: 'processingUserId',
  processingTeam: 'processingTeamId',
  mentions: 'mentionIds',
  linkedTickets: 'linkedTicketIds',
  trackerTicket: 'trackerTicketId',
};

/** Fields that are stored unchanged. */
const plainFields = [
  'title',
  'description',
  'type',
  'status',
  'session',
  'processingUser',
  'processingTeam',
  'trackerTicket',
  'score',
  'archived',
  'hidden',
  'isSpam',
  'noHumanInteraction',
  'conversationClosed',
  'conversationRating',
  'conversationRatingComment',
  'lexorank',
  'notificationsUnread',
  'sessionNotificationsUnread',
  'outbound',
  'sentiment',
  'aiSummary',
  'isSilent',
  'manuallyAdded',
  'preventAutoReply',
] as const satisfies readonly (keyof TicketInput)[];

const dateFields = ['dueDate', 'snoozedUntil'] as const;
const idLists = ['sessions', 'mentions', 'linkedTickets'] as const;

/** Every field that a request may set, by its public name. */
const writable: ReadonlySet<string> = new Set([
  ...plainFields,
  ...dateFields,
  ...idLists,
  ...extraFields,
  ...logFields,
  'content',
  'priority',
  'tags',
  'upvotes',
  'attachments',
]);

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];
const upvote = objectElement<Upvote>({ email: 254, name: 256 }, []);

const readLists = (input: TicketInput, columns: Partial<TicketRow>, problems: FieldProblem[]): void => {
  if (input.tags) {
    const tag = textElement(MAX_TAG_CHARACTERS);
    columns.tags = unique(readList(input.tags, { field: 'tags', max: MAX_TAGS }, tag, problems));
  }
  for (const field of idLists) {
    const list = input[field];
    if (!list) continue;
    const max = field === 'linkedTickets' ? MAX_LINKS : MAX_REFERENCES;
    const ids = readList(list, { field, max }, textElement(64), problems);
    Object.assign(columns, { [storedNames[field] as string]: unique(ids) });
  }
  if (input.upvotes) {
    columns.upvotes = readList(input.upvotes, { field: 'upvotes', max: MAX_UPVOTES }, upvote, problems);
  }
  if (input.attachments) columns.attachments = readAttachments(input.attachments, problems);
};

const isStorable = (date: Date): boolean => {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999;
};

const readContent = (content: unknown, columns: Partial<TicketRow>): void => {
  const document = normalizeRichText(content, 'content');
  const isEmpty = isEmptyRichText(document);
  columns.content = isEmpty ? null : document;
  columns.plainContent = isEmpty ? null : toPlainText(document);
};

const clear = (field: string, { columns, extra, logs }: TicketPatch): void => {
  if ((extraFields as readonly string[]).includes(field)) extra[field] = null;
  else if ((logFields as readonly string[]).includes(field)) logs[field] = null;
  else {
    const property = storedNames[field] ?? (field as keyof TicketRow);
    Object.assign(columns, { [property]: cleared[property] ?? null });
    if (field === 'content') columns.plainContent = null;
    if (field === 'archived') columns.archivedAt = null;
  }
};

/**
 * Reads the writable fields of a request. Fields that it omits are not in the patch; those named in `nulls` are
 * cleared, to their default where a document always has them.
 *
 * @throws DomainError `invalid` listing every malformed list, `tooLarge` for a content over the limit.
 */
export const readTicketInput = (input: TicketInput, nulls: readonly string[] = []): TicketPatch => {
  const problems: FieldProblem[] = [];
  const patch: TicketPatch = { columns: {}, extra: {}, logs: {}, sent: input };
  const { columns, extra, logs } = patch;
  for (const field of plainFields) {
    const value = input[field];
    if (value !== undefined) Object.assign(columns, { [storedNames[field] ?? field]: value });
  }
  for (const field of dateFields) {
    const value = input[field];
    if (value === undefined) continue;
    const date = new Date(value);
    if (isStorable(date)) columns[field] = date;
    else problems.push({ field, message: 'must be a time in the years 1 to 9999' });
  }
  if (input.priority !== undefined) columns.priority = priorityRank(input.priority);
  for (const field of extraFields) if (input[field] !== undefined) extra[field] = input[field];
  for (const field of logFields) if (input[field] !== undefined) logs[field] = input[field];
  readLists(input, columns, problems);
  if (Array.isArray(input.form) && input.form.some(Array.isArray))
    problems.push({ field: 'form', message: 'must not have a list in a list' });
  if (input.content !== undefined && input.content !== null) readContent(input.content, columns);
  for (const field of nulls) if (writable.has(field)) clear(field, patch);
  if (columns.upvotes) columns.upvotesCount = columns.upvotes.length;
  if (problems.length > 0) throw invalid(problems);
  return patch;
};

/** Free JSON after a patch: given values replace, null removes. */
export const mergeFree = (
  stored: Record<string, unknown> | null,
  change: Record<string, unknown>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...stored, ...change }).filter(([, value]) => value !== null && value !== undefined),
  );
