export { createComponent } from './create-component';
export { deleteComponent } from './delete-component';
export { getComponent } from './get-component';
export { listComponents } from './list-components';
export { updateComponent } from './update-component';
