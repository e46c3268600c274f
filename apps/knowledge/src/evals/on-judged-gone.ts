import type { DomainEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import { deleteJudgements } from './judgement.store';

/** The durable that gets which tickets are deleted. */
export const JUDGED_TICKETS_DURABLE = 'knowledge-judged-tickets';

/** The durable consumer of contacts' deletions: the tickets of a deleted contact have no events of their own. */
export const JUDGED_CONTACTS_DURABLE = 'knowledge-judged-contacts';

/** Deletes judgements with their tickets. */
export const onTicketDeleted = ({ projectId, aggregateId }: DomainEvent, tx: Sql): Promise<void> =>
  deleteJudgements(tx, projectId, 'ticket_id', aggregateId);

/** Deletes judgements with the contacts of their tickets. */
export const onContactDeleted = ({ projectId, aggregateId }: DomainEvent, tx: Sql): Promise<void> =>
  deleteJudgements(tx, projectId, 'session_id', aggregateId);
