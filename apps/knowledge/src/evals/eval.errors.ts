import { conflict, type DomainError } from '@parley/errors';

/** 409 `dataset_full`. */
export const datasetFull = (max: number): DomainError =>
  conflict('DATASET_FULL', `The dataset has ${max} cases, the most possible. Delete one first.`);
