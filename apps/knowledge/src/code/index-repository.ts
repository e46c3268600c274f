import { ArchiveError, type ArchiveSource, openStoredFile } from '@parley/archives';
import { fileId, releaseFile } from '@parley/files';
import { redactCode } from './repository-secrets';
import { type Doer, JobLost, type Task } from '@parley/jobs';
import type { Sql } from '@parley/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { cutSections } from '../crawl';
import {
  changeOwnedDocuments,
  removeOwnedDocuments,
  saveDocument,
  type Owner,
  type Section,
} from '../documents';
import { filterProse, type KnownNames } from './answer-filter';
import { namesOfCode, namesOfPath } from './code-names';
import { countPending, dropVersionsBut, saveExcerpts, saveNames, type Version } from './code.store';
import { extractComments, isDocumentation, isSource } from './comments';
import type { CodeDeps } from './deps';
import { readArchive } from './read-archive';
import {
  beginReading,
  endReading,
  failReading,
  findRepository,
  lockRepository,
  type RepositoryRow,
} from './repository.store';

/** Milliseconds between two looks whether everything is indexed. */
const WAIT_MS = 250;
/** Names of a repository that are kept. */
const MAX_NAMES = 200_000;
const BATCH = 500;
/** Characters of a part of a source file. */
const MAX_EXCERPT = 2_000;

/** The owner of a version's documents. */
export const makeOwner = (repositoryId: string, version: number): Owner => ({
  type: 'repository',
  id: `${repositoryId}:${version}`,
});

/** The names in an archive that answers must not mention. */
const readNames = async (deps: CodeDeps, source: ArchiveSource, version: Version): Promise<Set<string>> => {
  const names = new Set<string>();
  for await (const { path, text } of readArchive(source)) {
    if (names.size >= MAX_NAMES) break;
    for (const name of namesOfPath(path)) names.add(name);
    if (text !== undefined && isSource(path)) for (const name of namesOfCode(text)) names.add(name);
  }
  const all = [...names];
  for (let at = 0; at < all.length; at += BATCH) await saveNames(deps.db, version, all.slice(at, at + BATCH));
  return names;
};

const FENCES = /^(```|~~~)[^]*?(?:^\1|(?![^]))/gm;

/** The prose of a file, which holds no code and names none. */
const extractProse = async (path: string, text: string, knownNames: KnownNames): Promise<Section[]> => {
  const filter = (part: string): Promise<string> => filterProse(part, { redact: redactCode, knownNames });
  const parts: Section[] = isDocumentation(path)
    ? cutSections(text.replace(FENCES, ''))
    : extractComments(path, text).map((comment) => ({ text: comment.replace(/\n(?!\n)/g, ' ') }));
  const sections: Section[] = [];
  for (const { heading, text: body } of parts) {
    const prose = await filter(body);
    const title = heading === undefined ? '' : await filter(heading);
    if (prose !== '') sections.push({ ...(title !== '' && { heading: title }), text: prose });
  }
  return sections;
};

/** A source file in parts of whole lines, with their words as people would say them. */
const cutExcerpts = (text: string): { content: string; words: string }[] => {
  const parts: string[] = [];
  let part = '';
  for (const line of redactCode(text).replaceAll('\0', '').split('\n')) {
    if (part.length + line.length > MAX_EXCERPT && part !== '') {
      parts.push(part);
      part = '';
    }
    part += `${line.slice(0, MAX_EXCERPT)}\n`;
  }
  return [...parts, part]
    .filter((content) => /\p{L}/u.test(content))
    .map((content) => ({
      content: content.toWellFormed(),
      words: content
        .toWellFormed()
        .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
        .replaceAll('_', ' '),
    }));
};

const readFiles = async (
  deps: CodeDeps,
  held: RepositoryRow,
  { source, version, names }: { source: ArchiveSource; version: Version; names: ReadonlySet<string> },
  signal: AbortSignal,
): Promise<{ files: number; skipped: number }> => {
  const knownNames: KnownNames = (candidates) =>
    Promise.resolve(new Set(candidates.filter((name) => names.has(name))));
  const counts = { files: 0, skipped: 0 };
  for await (const { path, text } of readArchive(source)) {
    signal.throwIfAborted();
    if (text === undefined) {
      counts.skipped += 1;
      continue;
    }
    counts.files += 1;
    const sections = await extractProse(path, text, knownNames);
    const excerpts = isSource(path) ? cutExcerpts(text) : [];
    await deps.db.transaction(async (tx) => {
      // It may have been renamed in the meantime.
      const { name } = await lockHeld(tx, held);
      for (let at = 0; at < excerpts.length; at += BATCH)
        await saveExcerpts(tx, version, excerpts.slice(at, at + BATCH));
      if (sections.length === 0) return;
      await saveDocument(
        tx,
        {
          projectId: held.projectId,
          organisationId: held.organisationId,
          owner: makeOwner(held.id, version.version),
          key: path.slice(0, 1_000),
          sourceType: 'code',
          sourceId: held.id,
          texts: [{ title: name, sections }],
          isHidden: true,
        },
        deps.clock(),
      );
    });
  }
  return counts;
};

/** @throws JobLost when another archive is to be read, another process reads this one, or the repository is gone. */
const requireHeld = (row: RepositoryRow | undefined, held: RepositoryRow): RepositoryRow => {
  if (row?.fileKey !== held.fileKey || row.nextVersion !== held.nextVersion) throw new JobLost();
  return row;
};

const lockHeld = async (tx: Sql, held: RepositoryRow): Promise<RepositoryRow> =>
  requireHeld(await lockRepository(tx, held.projectId, held.id), held);

/** Removes the documents of an earlier, interrupted attempt. */
const dropAbandoned = async (deps: CodeDeps, held: RepositoryRow, version: number): Promise<void> => {
  await deps.db.transaction(async (tx) => {
    await lockHeld(tx, held);
    if (version - 1 > held.version)
      await removeOwnedDocuments(tx, held.projectId, makeOwner(held.id, version - 1));
    await dropVersionsBut(tx, { projectId: held.projectId, repositoryId: held.id, version: held.version });
  });
};

const read = async (deps: CodeDeps, held: RepositoryRow, task: Task): Promise<void> => {
  const { projectId, id, fileKey } = held;
  if (fileKey === null) throw new ArchiveError('archive_invalid');
  const version: Version = { projectId, repositoryId: id, version: held.nextVersion - 1 };
  await dropAbandoned(deps, held, version.version);
  const source = await openStoredFile(deps.files, fileKey);
  const names = await readNames(deps, source, version);
  const counts = await readFiles(deps, held, { source, version, names }, task.signal);
  // It is whole: who dies now does not die of it.
  if (task.attempt > 1) await task.advance(deps.db);
  const owner = makeOwner(id, version.version);
  while ((await countPending(deps.db, projectId, owner.id)) > 0) {
    await sleep(WAIT_MS, undefined, { signal: task.signal });
    requireHeld(await findRepository(deps.db, projectId, id), held);
  }
  await deps.db.transaction(async (tx) => {
    await lockHeld(tx, held);
    await changeOwnedDocuments(tx, projectId, owner, { isHidden: false });
    await removeOwnedDocuments(tx, projectId, makeOwner(id, held.version));
    await dropVersionsBut(tx, version);
    await endReading(tx, held, { version: version.version, ...counts, now: deps.clock() });
  });
};

/** Ends the reading of an archive that cannot be read. */
const refuse = async (deps: CodeDeps, held: RepositoryRow, code: string): Promise<void> => {
  const { projectId, id, version, nextVersion } = held;
  await deps.db.transaction(async (tx) => {
    await lockHeld(tx, held);
    await removeOwnedDocuments(tx, projectId, makeOwner(id, nextVersion - 1));
    await dropVersionsBut(tx, { projectId, repositoryId: id, version });
    await failReading(tx, held, code);
  });
};

/** Reads archives: each attempt reads all of it, as a version of its own, while the version before answers. */
export const createArchiveReader = (deps: CodeDeps): Doer<object> => ({
  handle: async (_payload, task) => {
    const held = await beginReading(deps.db, task.projectId, task.key);
    if (!held) return;
    try {
      await read(deps, held, task);
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      await refuse(deps, held, error.code);
    }
  },
  giveUp: async (_payload, _error, { projectId, key }) => {
    const held = await findRepository(deps.db, projectId, key);
    if (held?.fileKey) await refuse(deps, held, 'archive_invalid');
  },
});

/** Has archives deleted that a former release no longer named. */
export const createDiscarder = ({ db, clock }: Pick<CodeDeps, 'db' | 'clock'>): Doer<object> => ({
  handle: (_payload, { key }) => releaseFile(db, fileId(key), clock()),
});
