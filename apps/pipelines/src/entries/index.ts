export { addEntry } from './add-entry';
export { type AddTogether, createAddTogether, withoutNulls } from './add-together';
export { both, changedData, type EntryChange, isChange, moved, unchanged } from './entry.changes';
export {
  countEntriesByLane,
  deleteEntries,
  entriesOfLanes,
  findEntryOfRecord,
  firstOfLane,
  lockEntries,
  lockEntriesOfRecords,
  recordJoin,
} from './entry.store';
export type { EntryRow, ListedEntry } from './entry';
export { presentEntry } from './entry.present';
export { getEntry } from './get-entry';
export { entriesBefore, isThere, lockLane, lockLanes } from './lane.store';
export { listEntriesOfRecord } from './list-entries-of-record';
export { listEntries } from './list-entries';
export { listHistory } from './list-history';
export { customKeys, listedEntry, readListed, type StoredEntries } from './listed-entry';
export { moveEntry } from './move-entry';
export { placeAtEnd } from './place-at-end';
export { removeEntries } from './remove-entries';
export { removeEntry } from './remove-entry';
export { insertEntries, saveEntries } from './save-entries';
export { setDueDate } from './set-due-date';
export { updateRecordValues } from './update-record-values';
export { updateValues } from './update-values';
export { readDueDate, readValues, type ValuesChange } from './values.input';
