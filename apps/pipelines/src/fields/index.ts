export { createField } from './create-field';
export { deleteField } from './delete-field';
export { checkField, listFields } from './list-fields';
export { updateField } from './update-field';
