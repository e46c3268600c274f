export { addCollection } from './add-collection';
export { applyAudience } from './apply-audience';
export { checkCollection } from './check-collection';
export { collectionUpdated } from './collection.events';
export { changedFields, type CollectionChange, readCollection } from './collection.input';
export { presentCollection } from './collection.present';
export {
  collectionExists,
  type CollectionPatch,
  type CollectionRow,
  countContents,
  findCollection,
  getCollections,
  lastCollectionRank,
  lockTree,
  updateCollectionRow,
} from './collection.store';
export { findSubtree } from './collection.tree.store';
export { createCollection } from './create-collection';
export { deleteCollection } from './delete-collection';
export { getCollection } from './get-collection';
export { listAllCollections, listCollections } from './list-collections';
export { reorderCollections } from './reorder-collections';
