import { ArchiveError } from '@parley/archives';
import { DomainError } from '@parley/errors';
import type { Task } from '@parley/jobs';
import type { ImportProblem, ImportRow } from './import';
import type { Report } from './report';
import type { Plan } from './sources/plan';

/** An import while it runs. */
export interface RunningImport {
  row: ImportRow;
  plan: Plan;
  report: Report;
  task: Task;
}

const refusals: readonly string[] = ['invalid', 'tooLarge', 'notFound', 'conflict', 'exists'];

/** The problem of an article that an error is about; undefined for an error that another attempt may not have. */
export const problemOfError = (path: string, error: unknown): ImportProblem | undefined => {
  if (error instanceof ArchiveError)
    return { path, code: error.code, message: 'The entry of the archive cannot be read.' };
  if (!(error instanceof DomainError) || !refusals.includes(error.kind)) return undefined;
  const fields = error.fields.map(({ field, message }) => `${field} ${message}`);
  return { path, code: error.reason.toLowerCase(), message: [error.message, ...fields].join(' ') };
};
