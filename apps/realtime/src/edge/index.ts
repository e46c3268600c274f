export { createUpgrade } from './accept';
export { type Budgets, createBudgets } from './budgets';
export { drain } from './drain';
export { watchProjects } from './gone-projects';
export { withServer } from './server';
export { watchSilence } from './silence';
