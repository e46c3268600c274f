export {
  changeOwnedDocuments,
  removeDocuments,
  removeOwnedDocuments,
  renameOwnedDocuments,
  renewDocuments,
  saveDocument,
} from './document.store';
export {
  type DocumentInput,
  type DocumentText,
  type Owner,
  type Section,
  type SourceType,
  sourceTypes,
} from './document';
export {
  endIndexMarks,
  INDEXING_DUE,
  type IndexMark,
  MAX_ATTEMPTS,
  releaseIndexMarks,
  takeIndexMarks,
} from './index-mark.store';
export {
  failDocument,
  getKnownPassages,
  getTexts,
  type KnownPassage,
  lockDocuments,
  markOutdatedDocuments,
  PASSAGE_INDEX,
  writePassages,
  type WrittenPassage,
} from './passage.store';
export { createVectorSpace, type VectorSpace } from './vector-space';
