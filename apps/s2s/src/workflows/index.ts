export { checkName, createWorkflow } from './create-workflow';
export { deleteWorkflow } from './delete-workflow';
export { getWorkflow, listWorkflows, requireWorkflow } from './read-workflows';
export { updateWorkflow } from './update-workflow';
export { findTriggered, findWorkflow } from './workflow.store';
