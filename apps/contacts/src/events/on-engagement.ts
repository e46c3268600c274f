import type { DomainEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import type { DeliveryHappened } from '@parley/proto/generated/parley/engagement/v1/events';
import { noteItemEvent } from '../tracking';

/** The durable that gets `engagement.v1.delivery.clicked` and `.completed`. */
export const ENGAGEMENT_DURABLE = 'contacts-engagement';

/** A contact's action with an engagement item becomes an event of it, which is not emitted again. */
export const onEngagement = async (
  { projectId, createdAt, payload: { outbound, session, at } }: DomainEvent<DeliveryHappened>,
  tx: Sql,
): Promise<void> => {
  await noteItemEvent(tx, projectId, session, outbound, at === undefined ? createdAt : new Date(at));
};
