import { conflict, type DomainError, exists, notFound } from '@parley/errors';

/** 404 `ticket_not_found`. */
export const ticketNotFound = (): DomainError => notFound('ticket');

/** 404 `eval_not_found`. */
export const evalNotFound = (): DomainError =>
  notFound('eval', 'There is no such judgement in this project.');

/** 404 `dataset_not_found`. */
export const datasetNotFound = (): DomainError => notFound('dataset');

/** 404 `case_not_found`. */
export const caseNotFound = (): DomainError => notFound('case', 'This dataset has no such case.');

/** 404 `run_not_found`. */
export const runNotFound = (): DomainError => notFound('run', 'This dataset has no such run.');

/** 409 `dataset_name_taken`. */
export const datasetNameTaken = (): DomainError =>
  exists('DATASET_NAME_TAKEN', 'Another dataset of this project has this name. Choose another one.');

/** 409 `dataset_full`. */
export const datasetFull = (max: number): DomainError =>
  conflict('DATASET_FULL', `The dataset has ${max} cases, the most possible. Delete one first.`);

/** 409 `dataset_empty`. */
export const datasetEmpty = (): DomainError =>
  conflict('DATASET_EMPTY', 'The dataset has no cases. Add one first.');

/** 409 `run_in_progress`. */
export const runInProgress = (): DomainError =>
  conflict('RUN_IN_PROGRESS', 'A run of this dataset works already. Wait for its end, or delete it.');
