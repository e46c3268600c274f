export { completeSteps } from './complete-steps';
export { checkContactChecklist, listContactChecklists, resetContactChecklist } from './contact-checklists';
export { checkChecklistStep, markChecklistStep } from './mark-step';
