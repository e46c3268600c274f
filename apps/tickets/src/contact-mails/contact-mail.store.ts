import { cancelJob } from '@parley/jobs';
import { mailJob, purgeMail } from '@parley/mail';
import type { Sql } from '@parley/persistence';

/** The queue of mails to a contact that belong to no ticket. */
export const toContactQueue = (contactId: string): string => `contact:${contactId}`;

/** Deletes the mails of a contact that is deleted or merged. */
export const forgetContactMails = async (tx: Sql, projectId: string, contactId: string): Promise<void> => {
  const queue = toContactQueue(contactId);
  await purgeMail(tx, projectId, queue);
  await cancelJob(tx, mailJob, { projectId, key: queue });
};
