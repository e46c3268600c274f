export { isSafeUrl, readAttachments } from './attachments';
export { botState, isOwn, readBot } from './bot-state';
export { conversationMerged, notRateable } from './conversation.errors';
export type { DeliveryStatus, MessageDelivery } from './delivery';
export {
  conversationDeleted,
  type ConversationKey,
  conversationRead,
  conversationUpdated,
} from './conversation.events';
export {
  isByPerson,
  type MessagePlace,
  presentConversation,
  presentConversationMessage,
} from './conversation.present';
export { removeFromConversations, renewConversations } from './conversation.renew.store';
export {
  type ConversationPlace,
  countUnreadConversations,
  findConversations,
  findPosition,
  findShown,
  getConversations,
  lacksContact,
  messagesAfter,
  messagesBefore,
  type ShownPlace,
} from './conversation.store';
export { leftEmail, leftEmailSql, newConversation, shownAttributes } from './conversation';
export { dueByTeam } from './due-by-team';
export {
  deleteReadingsOf,
  findAuthor,
  createIsUnread,
  type IsUnread,
  noteNews,
  renewNews,
  saveRead,
  saveUnread,
} from './reading.store';
export { isUnreadFor } from './reading.sql';
export { removeFromGroups } from './duplicate-groups.store';
export { appendRows, insertEvents, insertEventsOfChanged } from './event.store';
export { eventsJson } from './events-json';
export { hastenReplies, repliesJob } from './replies-job.store';
export { type HistoryRow, historyRows, insertHistory } from './history.store';
export { historyActor, type HistoryActor, type HistoryEntry } from './history';
export { markTicketsOfContact } from './mark-tickets.store';
export {
  applyMessage,
  fieldsOfMain,
  fieldsOfPast,
  isSetBy,
  type MessageField,
  setsField,
} from './message-effects';
export {
  isOfKind,
  messageColumns,
  messageJoins,
  messageJoinsByAlias,
  messageViewColumns,
  messageViewProperties,
  toMessageRecord,
} from './message.columns';
export {
  contactHeardFrom,
  messageCreated,
  messageDeleted,
  messageUpdated,
  contactBounced,
  deliveryChanged,
  type Shown,
} from './message.events';
export { type InsertOptions, MAX_TOGETHER } from './message.insert.statement';
export {
  type InsertedMessage,
  type Refused,
  insertMessages,
  type MessageInsert,
  mutationKey,
} from './message.insert.store';
export {
  type LockedMessage,
  lockMessage,
  lockTicketOfMessage,
  type TicketOfMessage,
} from './message.lock.store';
export { MESSAGE_INDEX, messageIndex } from './message.search';
export {
  FAQ_SUGGESTION,
  isEditable,
  type MessageKind,
  messageKind,
  type MessageRow,
  type MessageView,
  NOTE,
  TEXT,
} from './message';
export { noteChangeOfMessage } from './note-change-of-message';
export {
  demandConversation,
  presentAll,
  readConversation,
  requireConversation,
  type WantedConversation,
} from './read-conversations';
export { type ElementReader, readList, textElement } from './read-list';
export { createReadQueue, type ReadQueue, type TicketKey } from './read-queue';
export {
  contactFields,
  type ContactKey,
  type ContactRecord,
  deleteContact,
  findContactsAnywhere,
  findUser,
  holdContact,
  KEPT_CONTACT,
  promiseOfTicket,
  type ReferenceClient,
  refreshContact,
  refreshTeam,
  refreshUser,
  saveContact,
  saveTeams,
  saveUsers,
  teamPromise,
  type TeamPromise,
  type TeamRecord,
  type UserRecord,
} from './reference.store';
export { replyMail, type ReplyRecipients } from './reply-mail';
export { type ChangeOrigin, saveTicket } from './save-ticket';
export { allDocuments, countDocuments, loadDocuments, SEARCHABLE } from './search-documents.store';
export { showInMain } from './show-in-main';
export { followTickets, isSeen, tellOfConversations } from './tell-contacts';
export {
  changesTold,
  clockTold,
  type CountedChange,
  countedFields,
  type CountedMessage,
  type CountedTicket,
  deriveBirth,
  messageTold,
  type SlaClockRow,
  toFacts,
} from './ticket-history';
export { compare, findChanges } from './ticket.changes';
export { holdContacts } from './hold-contacts.store';
export { type ParticipantContact, participantsSql, readParticipantIds } from './participant-ids';
export {
  addParticipants,
  MAX_PARTICIPANTS,
  type ParticipantsAdded,
  presentParticipants,
  roomForParticipants,
} from './participants';
export {
  columnList,
  ticketColumns,
  toRecord,
  viewColumns,
  viewColumnsWithout,
  viewJoins,
} from './ticket.columns';
export {
  isLinkGone,
  isSessionGone,
  linkedTicketGone,
  linkedToItself,
  recipientRequired,
  sessionGone,
  snoozedUntilPast,
  trackerDecided,
} from './ticket.errors';
export { slaBreached, ticketCreated, ticketDeleted, ticketUpdated } from './ticket.events';
export {
  findSent,
  MAX_LINKS,
  MAX_REFERENCES,
  MAX_TAGS,
  MAX_UPVOTES,
  mergeFree,
  readTicketInput,
  type TicketPatch,
} from './ticket.input';
export {
  countByStatus,
  countTickets,
  findSearchableVersions,
  findTicketIds,
  findTickets,
  findTicketVersions,
  type ReadVersion,
  findVersionedTickets,
  keptCount,
  keptCountByStatus,
  LISTED,
  type TicketQuery,
  type VersionedTicket,
  findSearchableTickets,
  type TicketDocumentView,
} from './ticket.list.store';
export { presentTicket } from './ticket.present';
export { ticketView, ticketViews } from './ticket.view';
export { TICKET_INDEX, ticketIndex } from './ticket.search';
export { changeSnooze } from './ticket.snooze';
export {
  existingTickets,
  findNamedTickets,
  getTicket,
  getTicketPart,
  getTickets,
  readTicketsAnywhere,
  lockTicket,
  lockTickets,
  writeTicket,
} from './ticket.store';
export {
  type Attachment,
  DONE,
  isSearchable,
  isWork,
  LATEST_COMMENT_CHARACTERS,
  logFields,
  OPEN,
  priorities,
  priorityName,
  priorityRank,
  slaDueAt,
  SNOOZED,
  type TicketRow,
  type TicketView,
  type Upvote,
} from './ticket';
