import { fileId } from '@parley/files';
import type { FileReferencesServiceDefinition } from '@parley/proto/generated/parley/common/v1/file_references_service';
import { type Client, systemContext } from '@parley/rpc';
import type { UploadDeps } from './deps';
import { UNNAMED_FILE_MS } from '../limits';
import {
  endFormerFiles,
  findDueUploads,
  forgetUploads,
  formerFilesBefore,
  noteUploads,
} from './upload-note.store';

/** Files that are looked at together. */
const BATCH = 200;

/** A service's client for the files that its rows name. */
export type FileReferences = Client<typeof FileReferencesServiceDefinition>;

type SweepDeps = Pick<UploadDeps, 'files' | 'sql' | 'now'> & {
  /** Every service with rows that name files. */
  references: readonly FileReferences[];
};

/** Deletes those of the files, `<project>/<id>`, that no row of any service names. */
const deleteUnnamed = async (
  { files, references }: SweepDeps,
  candidates: readonly string[],
): Promise<void> => {
  const context = systemContext('files');
  const named = new Set<string>();
  for (const service of references)
    for (const file of (await service.findNamedFiles({ files: candidates }, context)).files) named.add(file);
  for (const file of candidates) if (!named.has(file)) await files.delete(file);
};

/**
 * Records the files of versions without releases, once: those that no row names are deleted in 24 hours, like new uploads. If the
 * process dies, the next one repeats it.
 */
const noteFormerFiles = async ({ files, sql, now }: SweepDeps): Promise<void> => {
  const before = await formerFilesBefore(sql);
  if (!before) return;
  let keys: string[] = [];
  const note = async (): Promise<void> => {
    await noteUploads(sql, keys, new Date(now()));
    keys = [];
  };
  for await (const { key, storedAt } of files.list()) {
    if (storedAt < before) keys.push(key);
    if (keys.length === BATCH) await note();
  }
  await note();
  await endFormerFiles(sql);
};

const sweepUploads = async (deps: SweepDeps): Promise<void> => {
  const before = new Date(deps.now() - UNNAMED_FILE_MS);
  for (;;) {
    const keys = await findDueUploads(deps.sql, before, BATCH);
    if (keys.length === 0) return;
    await deleteUnnamed(deps, keys.map(fileId));
    await forgetUploads(deps.sql, keys);
  }
};

const sweepReleased = async (deps: SweepDeps, service: FileReferences): Promise<void> => {
  const context = systemContext('files');
  for (;;) {
    const { released } = await service.findReleasedFiles({ limit: BATCH }, context);
    if (released.length === 0) return;
    await deleteUnnamed(deps, [...new Set(released.map(({ file }) => file))]);
    await service.forgetReleasedFiles({ seqs: released.map(({ seq }) => seq) }, context);
  }
};

/**
 * Deletes files that no row names: uploads that no row named within 24 hours, and files released by the last row that named them.
 * Any number of processes may do so; the next one continues interrupted work. Throws while a service is unreachable: then nothing
 * is deleted.
 */
export const deleteUnnamedFiles = async (deps: SweepDeps): Promise<void> => {
  await sweepUploads(deps);
  for (const service of deps.references) await sweepReleased(deps, service);
  await noteFormerFiles(deps);
};
