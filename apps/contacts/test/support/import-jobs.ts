import type { ImportJob } from '@parley/proto/generated/parley/contacts/v1/contact_imports_service';
import type { CallContext } from '@parley/rpc';
import { eventually } from '@parley/testing';
import type { TestContacts } from './contacts';

/** How an import stands. */
export const importJob = async (
  service: TestContacts,
  jobId: string,
  context: CallContext,
): Promise<ImportJob> => {
  const { job } = await service.imports.getImportJob({ jobId }, context);
  if (!job) throw new Error('The answer has no job');
  return job;
};

/** Waits until an import has one of these states. */
export const importReaches = (
  service: TestContacts,
  jobId: string,
  context: CallContext,
  ...states: string[]
): Promise<ImportJob> =>
  eventually(async () => {
    const job = await importJob(service, jobId, context);
    if (!states.includes(job.status)) throw new Error(`It is ${JSON.stringify(job)}`);
    return job;
  });
