import { conflict, type DomainError, exists, notFound } from '@parley/errors';

/** 404 `ticket_not_found`. */
export const ticketNotFound = (): DomainError => notFound('ticket');

/** 404 `eval_not_found`. */
export const evalNotFound = (): DomainError => notFound('eval');

/** 404 `dataset_not_found`. */
export const datasetNotFound = (): DomainError => notFound('dataset');

/** 404 `case_not_found`. */
export const caseNotFound = (): DomainError => notFound('case');

/** 404 `run_not_found`. */
export const runNotFound = (): DomainError => notFound('run');

/** 409 `dataset_name_taken`. */
export const datasetNameTaken = (): DomainError => exists('DATASET_NAME_TAKEN');

/** 409 `dataset_full`. */
export const datasetFull = (max: number): DomainError =>
  conflict('DATASET_FULL', `The dataset has ${max} cases, the most possible. Delete one first.`);

/** 409 `dataset_empty`. */
export const datasetEmpty = (): DomainError => conflict('DATASET_EMPTY');

/** 409 `run_in_progress`. */
export const runInProgress = (): DomainError => conflict('RUN_IN_PROGRESS');
