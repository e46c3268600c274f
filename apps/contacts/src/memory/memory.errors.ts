import { conflict, type DomainError } from '@parley/errors';
import { MAX_ENTRIES } from './memory-entry';

/** 409 `memory_full`: the contact has as many entries as it may. */
export const memoryFull = (): DomainError =>
  conflict(
    'MEMORY_FULL',
    `This session has ${MAX_ENTRIES} memory entries, the most possible. Delete one first, or write to one that is there.`,
  );
