export { createPipelineField } from './create-field';
export { deletePipelineField } from './delete-field';
export { checkPipelineField, listPipelineFields } from './list-fields';
export { updatePipelineField } from './update-field';
