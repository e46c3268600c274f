export { lockContentId } from './content.store';
export type { ContentFields } from './content';
export { createContent } from './create-content';
export { deleteContent, deleteContentBatch, deleteOldContentBatches } from './delete-content';
export { getContent } from './get-content';
export { listContent } from './list-content';
export { cutSections, saveContent } from './save-content';
export { updateContent } from './update-content';
