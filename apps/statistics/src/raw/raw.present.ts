import type { ContactReference } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { RawDataActor, RawDataRow } from '@parley/proto/generated/parley/statistics/v1/raw_data_service';
import type { Partially } from '@parley/rpc';
import { toSeconds } from '../charts';
import { findKind, flags, type Kind } from '../facts';
import { type Named, formatName } from '../names';
import type { RawFact } from './raw.store';

/** Names that rows show. */
export interface RawNames {
  people: ReadonlyMap<string, Named>;
  contacts: ReadonlyMap<string, ContactReference>;
}

const descriptions: Readonly<Partial<Record<Kind, string>>> = {
  AI_QUESTION_ASKED: 'Question to AI',
  ARTICLE_SEARCHED: 'Help center search',
  ARTICLE_VIEWED: 'Article view',
  ASSIGN_TICKET: 'Assignment',
  COMMENT_CREATED: 'Message',
  CREATE_TICKET: 'New ticket',
  CUSTOMER_SUPPORT_REQUESTED: 'Request for the team',
  EMAIL_BOUNCED: 'E-mail bounced',
  EMAIL_CLICKED: 'E-mail clicked',
  EMAIL_OPENED: 'E-mail opened',
  EMAIL_SENT: 'E-mail sent',
  EMAIL_UNSUBSCRIBED: 'Unsubscribed',
  NOTE_CREATED: 'Note',
  SLA_BREACHED: 'Service level breached',
  SLA_MET: 'Service level met',
  SLA_STARTED: 'Service level started',
  TICKET_RATED: 'Rating',
  TICKET_REPLY: 'Reply',
  TICKET_STATUS_CHANGE: 'Change of status',
  UNASSIGN_TICKET: 'End of an assignment',
  WIDGET_OPENED: 'Widget opened',
};

const presentActor = (
  { actorType, actorId }: RawFact,
  { people, contacts }: RawNames,
): Partially<RawDataActor> | undefined => {
  if (actorType === null) return undefined;
  const id = actorId ?? undefined;
  if (id === undefined) return { type: actorType };
  if (actorType === 'contact') {
    const { name, email } = contacts.get(id) ?? {};
    return { id, type: actorType, name, email };
  }
  const person = people.get(id);
  return { id, type: actorType, ...(person && { name: formatName(id, person), email: person.email }) };
};

const seconds = (ms: number | null): number | undefined => (ms === null ? undefined : toSeconds(ms));

/** The fields of a row by its kind, beside those of its ticket. */
const presentParticulars = (
  kind: Kind,
  fact: RawFact,
  { people, contacts }: RawNames,
): Record<string, unknown> => {
  const { ms, workMs, userId, extra, value, ticketContactId } = fact;
  switch (kind) {
    case 'CREATE_TICKET': {
      const contact = ticketContactId === null ? undefined : contacts.get(ticketContactId);
      return {
        status: fact.status,
        ...(contact && { contact: { id: contact.id, name: contact.name, email: contact.email } }),
      };
    }
    case 'TICKET_STATUS_CHANGE':
      return {
        ...extra,
        timeToCloseInSec: seconds(ms),
        workingHourTimeToCloseInSec: seconds(workMs),
      };
    case 'ASSIGN_TICKET':
    case 'UNASSIGN_TICKET':
      return {
        ...(userId !== null && {
          processingUser: { id: userId, name: formatName(userId, people.get(userId)) },
        }),
        timeToAssignmentInSec: seconds(ms),
      };
    case 'TICKET_REPLY':
      return { replyTimeInSec: seconds(ms), workingHourReplyTimeInSec: seconds(workMs) };
    case 'TICKET_RATED':
      return { rating: value };
    case 'SLA_STARTED':
    case 'SLA_MET':
    case 'SLA_BREACHED':
      return { dueAt: new Date(Number(extra?.['dueAt'])).toISOString() };
    default:
      return { ...extra };
  }
};

const presentResource = (
  projectId: string,
  kind: Kind,
  { ticketId, contactId, extra }: RawFact,
): { resourceType: string; associatedEntity: string } => {
  if (ticketId !== null) return { resourceType: 'TICKET', associatedEntity: ticketId };
  if (kind === 'WIDGET_OPENED') return { resourceType: 'SESSION', associatedEntity: contactId ?? '' };
  if (kind === 'ARTICLE_VIEWED')
    return { resourceType: 'ARTICLE', associatedEntity: String(extra?.['article'] ?? '') };
  if (kind.startsWith('EMAIL_'))
    return { resourceType: 'OUTBOUND', associatedEntity: String(extra?.['outbound'] ?? '') };
  return { resourceType: 'PROJECT', associatedEntity: projectId };
};

const withoutUnset = (object: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== null));

/** A fact as a row of raw data. No text of a message, note, title or question is in it. */
export const presentRaw = (projectId: string, fact: RawFact, names: RawNames): Partially<RawDataRow> => {
  const kind = findKind(fact.kind);
  const rowId = `${kind}:${fact.sourceId}`;
  const { type, priority, tags, channel, teamId } = fact;
  const ticket = fact.ticketId === null ? {} : { type, priority, tags: tags ?? [], channel, team: teamId };
  const actionUser = presentActor(fact, names);
  return {
    id: rowId,
    rowId,
    createdAt: fact.at.toISOString(),
    actionType: kind,
    ...presentResource(projectId, kind, fact),
    ...(actionUser && { actionUser }),
    description: descriptions[kind] ?? kind,
    first: (fact.flags & flags.FIRST) !== 0,
    data: withoutUnset({ ...ticket, ...presentParticulars(kind, fact, names) }),
  };
};
