import { redactCode } from './repository-secrets';
import { setTimeout as sleep } from 'node:timers/promises';
import { sectionsOf } from '../crawl/page-outcome';
import { changeDocumentsOf, removeDocumentsOf, saveDocument } from '../documents/document.store';
import { type Owner, type Section } from '../documents/document';
import { filterProse, type KnownNames } from './answer-filter';
import { ArchiveError } from './archive-error';
import { namesOfCode, namesOfPath } from './code-names';
import { countPending, dropVersionsBut, saveExcerpts, saveNames, type Version } from './code.store';
import { commentsOf, isDocumentation, isSource } from './comments';
import { type CodeDeps } from './deps';
import { type ArchiveSource, readArchive } from './read-archive';
import {
  claimRepository,
  discardArchive,
  discardedArchives,
  endReading,
  extendRepository,
  failReading,
  forgetArchive,
  type HeldRepository,
  lockRepository,
  releaseRepository,
} from './repository.store';

/** Whether there is something to do. */
export { ARCHIVE_DUE, DISCARD_DUE } from './repository.store';

/** Milliseconds that an archive belongs to a process which does not report. */
const LEASE_MS = 30_000;
const REPORT_MS = 1_000;
/** Milliseconds between two looks whether everything is indexed. */
const WAIT_MS = 250;
/** Failures of ours in a row after which an archive is given up. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 5_000;
/** Names of a repository that are kept. */
const MAX_NAMES = 200_000;
const BATCH = 500;
/** Characters of a part of a source file. */
const MAX_EXCERPT = 2_000;

/** The archive went to another process, or its repository is gone. */
class ReadingLostError extends Error {}

/** Whoever owns the documents of a version. */
export const ownerOf = (repositoryId: string, version: number): Owner => ({
  type: 'repository',
  id: `${repositoryId}:${version}`,
});

const sourceOf = async ({ files }: CodeDeps, key: string): Promise<ArchiveSource> => {
  const info = await files.find(key);
  if (!info) throw new ArchiveError('archive_invalid');
  return {
    size: info.size,
    open: async (start, end) => {
      const part = start >= end ? undefined : await files.get(key, { start, end: end - 1 });
      return part ? part.stream : (async function* () {})();
    },
  };
};

/** What an archive holds that answers may not name. */
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
const proseOf = async (path: string, text: string, knownNames: KnownNames): Promise<Section[]> => {
  const filter = (part: string): Promise<string> => filterProse(part, { redact: redactCode, knownNames });
  const parts: Section[] = isDocumentation(path)
    ? sectionsOf(text.replace(FENCES, ''))
    : commentsOf(path, text).map((comment) => ({ text: comment.replace(/\n(?!\n)/g, ' ') }));
  const sections: Section[] = [];
  for (const { heading, text: body } of parts) {
    const prose = await filter(body);
    const title = heading === undefined ? '' : await filter(heading);
    if (prose !== '') sections.push({ ...(title !== '' && { heading: title }), text: prose });
  }
  return sections;
};

/** A source file in parts of whole lines, with their words as people would say them. */
const excerptsOf = (text: string): { content: string; words: string }[] => {
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
  held: HeldRepository,
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
    const sections = await proseOf(path, text, knownNames);
    const excerpts = isSource(path) ? excerptsOf(text) : [];
    await deps.db.transaction(async (tx) => {
      // It may have been renamed meanwhile.
      const name = (await lockRepository(tx, held.projectId, held.id))?.name ?? held.name;
      await requireHeld(deps, held, tx);
      for (let at = 0; at < excerpts.length; at += BATCH)
        await saveExcerpts(tx, version, excerpts.slice(at, at + BATCH));
      if (sections.length === 0) return;
      await saveDocument(
        tx,
        {
          projectId: held.projectId,
          organisationId: held.organisationId,
          owner: ownerOf(held.id, version.version),
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

const leaseEnd = ({ clock }: CodeDeps): Date => new Date(clock().getTime() + LEASE_MS);

const requireHeld = async (
  deps: CodeDeps,
  held: HeldRepository,
  tx: Parameters<typeof extendRepository>[0],
): Promise<void> => {
  if (!(await extendRepository(tx, held, leaseEnd(deps)))) throw new ReadingLostError();
};

/** Removes what an earlier attempt left that did not come to answer. */
const dropAbandoned = async (deps: CodeDeps, held: HeldRepository, version: number): Promise<void> => {
  await deps.db.transaction(async (tx) => {
    await requireHeld(deps, held, tx);
    if (version - 1 > held.version)
      await removeDocumentsOf(tx, held.projectId, ownerOf(held.id, version - 1));
    await dropVersionsBut(tx, { projectId: held.projectId, repositoryId: held.id, version: held.version });
  });
};

const read = async (deps: CodeDeps, held: HeldRepository, signal: AbortSignal): Promise<void> => {
  const { projectId, id, fileKey } = held;
  if (fileKey === null) throw new ArchiveError('archive_invalid');
  const version: Version = { projectId, repositoryId: id, version: held.nextVersion - 1 };
  await dropAbandoned(deps, held, version.version);
  const source = await sourceOf(deps, fileKey);
  const names = await readNames(deps, source, version);
  const counts = await readFiles(deps, held, { source, version, names }, signal);
  deps.wakeIndexing();
  const owner = ownerOf(id, version.version);
  while ((await countPending(deps.db, projectId, owner.id)) > 0) await sleep(WAIT_MS, undefined, { signal });
  await deps.db.transaction(async (tx) => {
    await lockRepository(tx, projectId, id);
    await requireHeld(deps, held, tx);
    const now = deps.clock();
    await changeDocumentsOf(tx, projectId, owner, { isHidden: false });
    await removeDocumentsOf(tx, projectId, ownerOf(id, held.version));
    await dropVersionsBut(tx, version);
    await discardArchive(tx, fileKey, now);
    await endReading(tx, held, { version: version.version, ...counts, now });
  });
};

/** Ends the reading of an archive that cannot be read, and has it deleted. */
const refuse = async (deps: CodeDeps, held: HeldRepository, code: string): Promise<void> => {
  const { projectId, id, version, nextVersion, fileKey } = held;
  await deps.db.transaction(async (tx) => {
    await lockRepository(tx, projectId, id);
    await requireHeld(deps, held, tx);
    await removeDocumentsOf(tx, projectId, ownerOf(id, nextVersion - 1));
    await dropVersionsBut(tx, { projectId, repositoryId: id, version });
    if (fileKey !== null) await discardArchive(tx, fileKey, deps.clock());
    await failReading(tx, held, code);
  });
};

/**
 * Reads the archive that is due longest. Answers whether there was one. An archive of which a process went away is read anew
 * when its lease ends; the version before answers meanwhile.
 */
export const indexRepository = async (deps: CodeDeps, stopping: AbortSignal): Promise<boolean> => {
  const held = await claimRepository(deps.db, deps.clock(), leaseEnd(deps));
  if (!held) return false;
  const lost = new AbortController();
  const report = setInterval(() => {
    extendRepository(deps.db, held, leaseEnd(deps)).then(
      (isHeld) => {
        if (!isHeld) lost.abort(new ReadingLostError());
      },
      (error: unknown) =>
        deps.log.warn({ err: error, repository: held.id }, 'The lease of an archive was not extended'),
    );
  }, REPORT_MS);
  try {
    if (held.attempts >= MAX_ATTEMPTS) await refuse(deps, held, 'archive_invalid');
    else await read(deps, held, AbortSignal.any([stopping, lost.signal]));
  } catch (error) {
    if (error instanceof ReadingLostError || lost.signal.aborted) return true;
    if (error instanceof ArchiveError) await refuse(deps, held, error.code);
    else {
      const now = deps.clock();
      if (!stopping.aborted) deps.log.error({ err: error, repository: held.id }, 'An archive was not read');
      await releaseRepository(deps.db, held, {
        dueAt: stopping.aborted ? now : new Date(now.getTime() + RETRY_MS),
        failed: !stopping.aborted,
      });
    }
  } finally {
    clearInterval(report);
  }
  deps.wakeIndexing();
  deps.wakeArchives();
  return true;
};

/** Deletes archives that were read: their addresses are public. */
export const deleteArchives = async (deps: CodeDeps): Promise<boolean> => {
  const archives = await discardedArchives(deps.db, BATCH);
  for (const key of archives) {
    await deps.files.delete(key);
    await forgetArchive(deps.db, key);
  }
  return archives.length === BATCH;
};
