export { createCustomComponent } from './create-component';
export { deleteCustomComponent } from './delete-component';
export { getCustomComponent } from './get-component';
export { listCustomComponents } from './list-components';
export { updateCustomComponent } from './update-component';
