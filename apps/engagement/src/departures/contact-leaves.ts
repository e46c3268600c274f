import { cancelJob } from '@parley/jobs';
import { type Sql } from '@parley/persistence';
import { pendingJob } from '../tracked/pending-event.store';
import { forgetContact } from './forget.store';
import { mergeContact } from './merge-contact.store';

/** What is known of a contact that is gone goes to its heir; without one it is forgotten. What was counted stays. */
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
