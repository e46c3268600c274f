import type { NewEvent } from '@parley/events';
import type { Collection } from '@parley/proto/generated/parley/helpcenter/v1/collection';
import type {
  CollectionCreated,
  CollectionDeleted,
  CollectionUpdated,
} from '@parley/proto/generated/parley/helpcenter/v1/events';
import { type CallContext, eventHeaders } from '@parley/rpc';
import { presentCollection } from './collection.present';
import type { CollectionRow } from './collection.store';

const event = (
  { projectId, id }: Pick<CollectionRow, 'projectId' | 'id'>,
  verb: string,
  payload: CollectionCreated | CollectionUpdated | CollectionDeleted,
  context: CallContext,
): NewEvent => ({
  subject: `helpcenter.v1.collection.${verb}`,
  projectId,
  aggregateId: id,
  payload,
  headers: eventHeaders(context),
});

/** How many lie in it changes without the collection. */
const toDocument = (row: CollectionRow): Collection => presentCollection(row);

/** `helpcenter.v1.collection.created`. */
export const collectionCreated = (row: CollectionRow, context: CallContext): NewEvent =>
  event(row, 'created', { collection: toDocument(row) }, context);

/** `helpcenter.v1.collection.updated`. */
export const collectionUpdated = (
  row: CollectionRow,
  audienceChanged: boolean,
  context: CallContext,
): NewEvent => event(row, 'updated', { collection: toDocument(row), audienceChanged }, context);

/** `helpcenter.v1.collection.deleted`. */
export const collectionDeleted = (row: CollectionRow, context: CallContext): NewEvent =>
  event(row, 'deleted', { collectionId: row.id }, context);
