export { presentContent } from './content.present';
export { listContentRows, lockContentId } from './content.store';
export type { ContentFields } from './content';
export { createContent, pushContent, readPushed } from './create-content';
export { deleteBatchOf, deleteContent, deleteContentBatch, deleteOldContentBatches } from './delete-content';
export { getContent } from './get-content';
export { listContent } from './list-content';
export { cutSections, saveContent } from './save-content';
export { updateContent } from './update-content';
