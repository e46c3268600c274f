import { conflict, type DomainError } from '@parley/errors';
import { MAX_UNFINISHED } from './import-job';

/** 409 `too_many_imports`: as many imports of the project as possible have not ended. */
export const tooManyImports = (): DomainError =>
  conflict(
    'TOO_MANY_IMPORTS',
    `This project has ${MAX_UNFINISHED} imports that have not ended, the most possible. Start another when one has.`,
  );
