import { cancelJob } from '@parley/jobs';
import type { Sql } from '@parley/persistence';
import { pendingJob } from '../tracked';
import { forgetContact } from './forget.store';
import { mergeContact } from './merge-contact.store';

/** Moves the data of a merged contact to the one it was merged into; deletes that of a deleted one. Counters stay. */
export const contactLeaves = async (
  tx: Sql,
  { projectId, at }: { projectId: string; at: Date },
  contactId: string,
  heirId: string | undefined,
): Promise<void> => {
  await cancelJob(tx, pendingJob, { projectId, key: contactId });
  if (heirId === undefined) await forgetContact(tx, projectId, contactId);
  else await mergeContact(tx, { projectId, at }, contactId, heirId);
};
