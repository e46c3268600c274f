export { createMessageTemplate } from './create-message-template';
export { deleteMessageTemplate } from './delete-message-template';
export { getMessageTemplate } from './get-message-template';
export { listMessageTemplateTags } from './list-message-template-tags';
export { listMessageTemplates } from './list-message-templates';
export { updateMessageTemplate } from './update-message-template';
