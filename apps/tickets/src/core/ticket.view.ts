import {
  createDocumentViews,
  type DocumentView,
  made,
  type MadeField,
  type MadeFields,
} from '@parley/persistence';
import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import { presentParticipants } from './participants';
import { type extraFields, type logFields, priorityName, SNOOZED, type TicketView } from './ticket';
import { joinsByAlias, viewProperties } from './ticket.columns';
import {
  presentLastResponse,
  presentMailbox,
  presentSession,
  presentTeam,
  presentTicket,
  presentUser,
  type Reading,
} from './ticket.present';

const ofTicket = <const Of extends keyof TicketView>(
  of: readonly Of[],
  show: (row: Pick<TicketView, Of>) => unknown,
): MadeField<Pick<TicketView, Of>> => made<TicketView, Of>(of, show);

const inExtra = (name: (typeof extraFields)[number]): MadeField<Reading<'extra'>> =>
  ofTicket(['extra'], ({ extra }) => extra[name]);
const inLogs = (name: (typeof logFields)[number]): MadeField<Reading<'logs'>> =>
  ofTicket(['logs'], ({ logs }) => logs?.[name]);

/** The fields of a ticket's document that are not the property of their name. */
const fieldsMade: MadeFields<TicketView, Ticket> = {
  _id: ofTicket(['id'], ({ id }) => id),
  project: ofTicket(['projectId'], ({ projectId }) => projectId),
  organisation: ofTicket(['organisationId'], ({ organisationId }) => organisationId),
  priority: ofTicket(['priority'], ({ priority }) => priorityName(priority)),
  session: ofTicket(['sessionId', 'sessionName', 'sessionEmail', 'sessionUserId'], presentSession),
  sessions: ofTicket(['sessionIds'], ({ sessionIds }) => sessionIds),
  participants: ofTicket(
    ['sessionId', 'sessionName', 'sessionEmail', 'extra', 'participants'],
    presentParticipants,
  ),
  processingUser: ofTicket(['processingUserId', 'userFirstName', 'userLastName', 'userEmail'], presentUser),
  processingTeam: ofTicket(['processingTeamId', 'teamName'], presentTeam),
  mentions: ofTicket(['mentionIds'], ({ mentionIds }) => mentionIds),
  linkedTickets: ofTicket(['linkedTicketIds'], ({ linkedTicketIds }) => linkedTicketIds),
  duplicateOf: ofTicket(['duplicateOfId'], ({ duplicateOfId }) => duplicateOfId ?? undefined),
  snoozed: ofTicket(['status'], ({ status }) => status === SNOOZED),
  lastResponse: ofTicket(['lastResponseContact', 'lastResponseAdmin'], presentLastResponse),
  mailbox: ofTicket(['extra'], presentMailbox),
  trackerTicket: ofTicket(['trackerTicketId'], ({ trackerTicketId }) => trackerTicketId ?? undefined),
  // Answers add it, for the person who asks.
  unreadForMe: ofTicket(['projectId'], () => undefined),
  customData: inExtra('customData'),
  attributes: inExtra('attributes'),
  formData: inExtra('formData'),
  form: inExtra('form'),
  metaData: inExtra('metaData'),
  bot: inExtra('bot'),
  channel: inExtra('channel'),
  integrations: inExtra('integrations'),
  consoleLog: inLogs('consoleLog'),
  networkLogs: inLogs('networkLogs'),
  customEventLog: inLogs('customEventLog'),
  actionLog: inLogs('actionLog'),
  replay: inLogs('replay'),
};

/** The views of tickets: whole documents, or chosen fields. */
export const ticketViews = createDocumentViews<TicketView, Ticket>({
  columns: viewProperties,
  joins: joinsByAlias,
  made: fieldsMade,
  always: ['id', 'projectId'],
  present: presentTicket,
});

/** The view of chosen fields. Whether a ticket is unread is found by its project (`rpc/show-unread.ts`), which comes along. */
export const ticketView = (
  fields: readonly string[],
  also?: readonly (keyof TicketView)[],
): DocumentView<TicketView, Ticket> =>
  ticketViews.of(fields.includes('unreadForMe') ? [...fields, 'project'] : fields, also);
