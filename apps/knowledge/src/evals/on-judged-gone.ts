import { type DomainEvent } from '@parley/events';
import { type Sql } from '@parley/persistence';
import { noteGone } from '../tickets/gone-contact.store';
import { deleteJudgementsOf } from './judgement.store';

type Gone = Pick<DomainEvent, 'projectId' | 'aggregateId' | 'createdAt'>;

/** The durable that gets which tickets are deleted. */
export const JUDGED_TICKETS_DURABLE = 'knowledge-judged-tickets';

/** The durable that gets which contacts are deleted: of their tickets no event tells. */
export const JUDGED_CONTACTS_DURABLE = 'knowledge-judged-contacts';

/** Deletes judgements with their tickets. */
export const onTicketDeleted = async (
  { projectId, aggregateId, createdAt }: Gone,
  tx: Sql,
): Promise<void> => {
  await noteGone(tx, projectId, [aggregateId], createdAt);
  await deleteJudgementsOf(tx, projectId, 'ticket_id', aggregateId);
};

/** Deletes judgements with the contacts of their tickets. */
export const onContactDeleted = async (
  { projectId, aggregateId, createdAt }: Gone,
  tx: Sql,
): Promise<void> => {
  await noteGone(tx, projectId, [aggregateId], createdAt);
  await deleteJudgementsOf(tx, projectId, 'session_id', aggregateId);
};
