import type { CsvColumn } from '@parley/csv';
import { invalidQuery } from '@parley/persistence';
import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import type { ListExportFieldsResponse } from '@parley/proto/generated/parley/tickets/v1/ticket_exports_service';

/** A column that a CSV export may have. */
interface ExportColumn extends CsvColumn<Ticket> {
  label: string;
}

type Plain = {
  [Key in keyof Ticket]: NonNullable<Ticket[Key]> extends string | number | boolean | string[] ? Key : never;
}[keyof Ticket] &
  string;

const field = (key: Plain, label: string): ExportColumn => ({ key, label, read: (ticket) => ticket[key] });

const free = (
  key: 'customData' | 'attributes' | 'formData' | 'metaData' | 'channel',
  label: string,
): ExportColumn => ({ key, label, read: (ticket) => ticket[key] });

/** Every column, in the default order of a file. */
const columns: readonly ExportColumn[] = [
  field('id', 'Id'),
  field('bugId', 'Number'),
  field('title', 'Title'),
  field('description', 'Description'),
  field('plainContent', 'Content'),
  field('type', 'Type'),
  field('status', 'Status'),
  field('priority', 'Priority'),
  field('tags', 'Tags'),
  { key: 'session', label: 'Contact', read: ({ session }) => session?.id },
  { key: 'session.name', label: 'Contact: name', read: ({ session }) => session?.name },
  { key: 'session.email', label: 'Contact: e-mail', read: ({ session }) => session?.email },
  { key: 'session.userId', label: 'Contact: user id', read: ({ session }) => session?.userId },
  field('companyId', 'Company'),
  { key: 'processingUser', label: 'Assignee', read: ({ processingUser }) => processingUser?.id },
  {
    key: 'processingUser.firstName',
    label: 'Assignee: first name',
    read: ({ processingUser }) => processingUser?.firstName,
  },
  {
    key: 'processingUser.lastName',
    label: 'Assignee: last name',
    read: ({ processingUser }) => processingUser?.lastName,
  },
  {
    key: 'processingUser.email',
    label: 'Assignee: e-mail',
    read: ({ processingUser }) => processingUser?.email,
  },
  { key: 'processingTeam', label: 'Team', read: ({ processingTeam }) => processingTeam?.id },
  { key: 'processingTeam.name', label: 'Team: name', read: ({ processingTeam }) => processingTeam?.name },
  field('createdAt', 'Created'),
  field('updatedAt', 'Updated'),
  field('lastActivity', 'Last activity'),
  field('dueDate', 'Due'),
  field('snoozed', 'Snoozed'),
  field('snoozedUntil', 'Snoozed until'),
  field('firstAssignmentAt', 'First assigned'),
  field('firstResponse', 'First response'),
  {
    key: 'lastResponse.contact',
    label: 'Last response of the contact',
    read: ({ lastResponse }) => lastResponse?.contact,
  },
  {
    key: 'lastResponse.admin',
    label: 'Last response of the team',
    read: ({ lastResponse }) => lastResponse?.admin,
  },
  field('hasAgentReply', 'Answered'),
  field('slaDueAt', 'Answer due'),
  field('slaBreached', 'Answer overdue'),
  field('latestComment', 'Latest comment'),
  field('latestPublicComment', 'Latest public comment'),
  field('notificationsUnread', 'Unread'),
  field('conversationRating', 'Rating'),
  field('conversationRatingComment', 'Rating: comment'),
  field('sentiment', 'Sentiment'),
  field('aiSummary', 'Summary'),
  field('score', 'Score'),
  field('upvotesCount', 'Upvotes'),
  field('duplicateOf', 'Merged into'),
  field('duplicatesCount', 'Merged tickets'),
  field('linkedTickets', 'Linked tickets'),
  field('isTracker', 'Tracker'),
  field('trackerTicket', 'Reported to tracker'),
  field('archived', 'Archived'),
  field('archivedAt', 'Archived at'),
  field('hidden', 'Hidden'),
  field('isSpam', 'Spam'),
  field('conversationClosed', 'Closed for the contact'),
  field('noHumanInteraction', 'Bot only'),
  field('sessions', 'Contacts concerned'),
  field('mentions', 'Mentioned users'),
  { key: 'attachments', label: 'Attachments', read: ({ attachments }) => attachments.map(({ url }) => url) },
  field('outbound', 'Engagement item'),
  free('channel', 'Channel'),
  free('customData', 'Custom data'),
  free('attributes', 'Attributes'),
  free('formData', 'Form data'),
  free('metaData', 'Device'),
];

const byKey = new Map(columns.map((column) => [column.key, column]));

/** The columns by their keys, in the order given; all of them for none. 400 `invalid_query` for an unknown key. */
export const chooseColumns = (projection: readonly string[]): readonly CsvColumn<Ticket>[] => {
  if (projection.length === 0) return columns;
  return [...new Set(projection)].map((key) => {
    const column = byKey.get(key);
    if (!column) {
      throw invalidQuery('projection', `There is no field "${key}"; export-fields lists those there are.`);
    }
    return column;
  });
};

/** The columns that a caller may choose from. */
export const listExportFields = (): ListExportFieldsResponse => ({
  fields: columns.map(({ key, label }) => ({ key, label })),
});
