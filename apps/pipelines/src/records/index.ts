export { createDirectory, type Directory, type RecordKey } from './directory';
export { followCompany, followContact } from './follow-record';
export { createFormerNotes, formerNotesJob } from './former-notes';
export { createReader, readingJob } from './read-records';
export {
  dropRecord,
  entryIdsOfRecord,
  forgetUnused,
  inheritEntries,
  keepRecords,
  lockRecords,
  makeRoomForHeir,
  type RecordScope,
  refreshRecords,
  searchRecords,
  takeRecord,
} from './record.store';
export { attributeReader, type Attributes, readAttribute, type RecordState, shownAttributes } from './record';
