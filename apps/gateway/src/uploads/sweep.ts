import { setTimeout as sleep } from 'node:timers/promises';
import { FileReferencesServiceDefinition } from '@parley/proto/generated/parley/common/v1/file_references_service';
import { type Caller, createClient } from '@parley/rpc';
import { createOutageLog, type Logger } from '@parley/telemetry';
import { deleteUnnamedFiles } from './delete-unnamed-files';
import type { UploadDeps } from './deps';

/** Milliseconds between two looks. */
const REST_MS = 5_000;

/** Services with rows that name files. */
const OWNERS = [
  'workspace',
  'contacts',
  'tickets',
  'helpcenter',
  'pipelines',
  'knowledge',
  'engagement',
  's2s',
  'mail',
] as const;

/** Looks again and again for files that nothing names, and deletes them. */
export const createFileSweep = (
  deps: Pick<UploadDeps, 'files' | 'sql' | 'now'>,
  callers: Readonly<Record<string, Caller | undefined>>,
  log: Logger,
): { start(): void; stop(): Promise<void> } => {
  const references = OWNERS.map((name) => {
    const caller = callers[name];
    if (!caller) throw new Error(`The gateway lacks a way to reach the ${name} service`);
    return createClient(FileReferencesServiceDefinition, caller);
  });
  const outage = createOutageLog(log, { what: 'Deletions of files that nothing names' });
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const work = async (): Promise<void> => {
    for (;;) {
      await sleep(REST_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      await deleteUnnamedFiles({ ...deps, references }).catch((error: unknown) => outage(error, {}));
    }
  };
  return {
    start: () => void (running ??= work()),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
