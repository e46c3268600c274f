import { type DomainError, forbidden, notFound } from '@parley/errors';

/** 404 `checklist_step_not_found`. */
export const stepNotFound = (): DomainError => notFound('checklist_step');

/** 403 `step_not_markable`. */
export const stepNotMarkable = (): DomainError => forbidden('STEP_NOT_MARKABLE');
