import { discardFile } from '@parley/files';
import { systemContext } from '@parley/rpc';
import { findDueUploads, forgetUploads } from './contact-upload.store';
import { type UploadDeps } from './deps';
import { UNNAMED_FILE_MS } from './limits';

/** Files that are looked at together. */
const BATCH = 100;

/**
 * Deletes files of contacts that no message names 24 hours after they were uploaded. Any number of processes may do so;
 * what is cut off is done by the next.
 */
export const deleteUnnamedFiles = async ({
  files,
  sql,
  messages,
  now,
}: Pick<UploadDeps, 'files' | 'sql' | 'messages' | 'now'>): Promise<void> => {
  const before = new Date(now() - UNNAMED_FILE_MS);
  for (;;) {
    const due = await findDueUploads(sql, before, BATCH);
    if (!due) return;
    const { projectId, keys, since } = due;
    const request = { keys, since: since.toISOString() };
    const named = new Set(
      (await messages.findNamedFiles(request, systemContext('uploads', { projectId }))).keys,
    );
    for (const key of keys) if (!named.has(key)) await discardFile(files, key);
    await forgetUploads(sql, due);
  }
};
