import { computeSignature, toSignedBytes } from '@parley/ai';
import { baseLanguage, guessLanguage } from '@parley/answers';
import { DomainError, isUnavailable } from '@parley/errors';
import { createInHand, newId } from '@parley/persistence';
import { inThread } from '@parley/threads';
import { createOutageLog } from '@parley/telemetry';
import { mapInTurns } from '@parley/timing';
import { createHash } from 'node:crypto';
import type { Deps } from '../deps';
import type { Passage } from '../passages';
import { passagesWork } from '../texts';
import {
  type DocumentText,
  endIndexMarks,
  type IndexMark,
  MAX_ATTEMPTS,
  releaseIndexMarks,
  takeIndexMarks,
  failDocument,
  getKnownPassages,
  getTexts,
  type KnownPassage,
  lockDocuments,
  markOutdatedDocuments,
  writePassages,
  type WrittenPassage,
} from '../documents';
import { markOutdatedTickets } from '../tickets';

/** Whether there is something to do. */
export { INDEXING_DUE } from '../documents';

/** Documents of one round: short ones share requests to the model. */
const BATCH = 64;
/** Documents with vectors of another model that are marked at once. */
const OUTDATED = 500;
/** Milliseconds between two polls for vectors of another model. */
const OUTDATED_INTERVAL = 60_000;
/** Milliseconds until a document is tried again while the endpoint is away. */
const AWAY_PAUSE_MS = 2_000;

type Needed = Pick<Deps, 'db' | 'ai' | 'log' | 'clock' | 'space'>;

/** The embedded text of a passage: its title names the topic. */
const embeddedText = ({ title, content }: Passage): string => `${title}\n${content}`;

const hashPassage = (passage: Passage): string =>
  createHash('sha256').update(embeddedText(passage)).digest('base64');

interface Work {
  mark: IndexMark;
  /** `id` of one that is kept; `isFresh` when its vector is to be made. */
  passages: { passage: Passage; id: string | undefined; hash: string; isFresh: boolean }[];
}

const makeKey = ({ projectId, documentId }: { projectId: string; documentId: string }): string =>
  `${projectId}/${documentId}`;

const countCharacters = (texts: readonly DocumentText[]): number =>
  texts.flatMap(({ sections }) => sections).reduce((sum, { text }) => sum + text.length, 0);

/** The work of queued rows. Equal passages stay, so that searches find them in the meantime; deleted documents have none. */
const planWork = async ({ db, ai, space }: Needed, marks: readonly IndexMark[]): Promise<Work[]> => {
  const projects = marks.map(({ projectId }) => projectId);
  const ids = marks.map(({ documentId }) => documentId);
  const [texts, known] = await Promise.all([
    getTexts(db, projects, ids),
    getKnownPassages(db, projects, ids),
  ]);
  const isCurrent = (model: string | null): boolean =>
    model !== null &&
    (model === space.current() ||
      (space.current() === undefined && model.startsWith(`${ai.embeddingModel}/`)));
  const cut: { mark: IndexMark; cut: Passage[] }[] = [];
  for (const mark of marks) {
    const stored = texts.find(({ projectId, id }) => projectId === mark.projectId && id === mark.documentId);
    cut.push({
      mark,
      cut: stored ? await inThread(passagesWork, countCharacters(stored.texts), stored.texts) : [],
    });
  }
  return mapInTurns(cut, ({ mark, cut: found }) => {
    const reusable = new Map<string, KnownPassage[]>();
    for (const one of known)
      if (makeKey(one) === makeKey(mark)) reusable.set(one.hash, [...(reusable.get(one.hash) ?? []), one]);
    const passages = found.map((passage) => {
      const hash = hashPassage(passage);
      const kept = reusable.get(hash)?.shift();
      return { passage, hash, id: kept?.id, isFresh: mark.renew || !kept || !isCurrent(kept.model) };
    });
    return { mark, passages };
  });
};

const toWritten = (
  { passage, hash, id }: Work['passages'][number],
  made: WrittenPassage['made'],
  now: Date,
): WrittenPassage => ({
  id: id ?? newId(now.getTime()),
  lang: passage.lang ?? null,
  language:
    (passage.lang === undefined ? guessLanguage(embeddedText(passage)) : baseLanguage(passage.lang)) ?? null,
  title: passage.title,
  url: passage.url ?? null,
  start: passage.start ?? null,
  content: passage.content,
  hash,
  ...(made && { made }),
});

/** Passages that are written in one transaction, unless one document has more. */
const PORTION = 500;

/** Documents that are written together. */
const inPortions = (works: readonly Work[]): Work[][] => {
  const portions: Work[][] = [];
  let room = 0;
  for (const work of works) {
    if (work.passages.length > room || portions.length === 0) {
      portions.push([]);
      room = PORTION;
    }
    portions.at(-1)?.push(work);
    room -= work.passages.length;
  }
  return portions;
};

const index = async (deps: Needed, marks: readonly IndexMark[]): Promise<void> => {
  const works = await planWork(deps, marks);
  const fresh = works.flatMap(({ passages }) => passages.filter(({ isFresh }) => isFresh));
  const { space, vectors } =
    fresh.length > 0
      ? await deps.space.embed(fresh.map(({ passage }) => embeddedText(passage)))
      : { space: '', vectors: [] };
  const made = new Map(
    await mapInTurns(
      fresh.entries(),
      ([at, one]) =>
        [
          one,
          vectors[at] && {
            model: space,
            signature: computeSignature(vectors[at]),
            vector: toSignedBytes(vectors[at]),
          },
        ] as const,
    ),
  );
  const now = deps.clock();
  const written = new Map(
    await mapInTurns(
      works.flatMap(({ passages }) => passages),
      (one) => [one, toWritten(one, made.get(one), now)] as const,
    ),
  );
  for (const some of inPortions(works))
    await deps.db.transaction(async (tx) => {
      const marked = some.map(({ mark }) => mark);
      const there = new Set((await lockDocuments(tx, marked)).map(makeKey));
      // A row that was queued again has another text; its next claim writes that.
      const ended = new Set((await endIndexMarks(tx, marked)).map(makeKey));
      const current = some.filter(({ mark }) => there.has(makeKey(mark)) && ended.has(makeKey(mark)));
      if (current.length === 0) return;
      await writePassages(
        tx,
        current.map(({ mark: { projectId, documentId }, passages }) => ({
          projectId,
          documentId,
          passages: passages.flatMap((one) => written.get(one) ?? []),
        })),
        now,
      );
    });
};

/**
 * Where the endpoint is there but refuses a batch, each document is tried alone, so that one does not hold up the others. One
 * that fails again and again stays failed until it is changed or everything is reindexed.
 */
const indexEach = async (deps: Needed, marks: readonly IndexMark[]): Promise<void> => {
  for (const mark of marks)
    try {
      await index(deps, [mark]);
    } catch (error) {
      deps.log.warn({ err: error, document: mark.documentId }, 'A document could not be indexed');
      const reason = error instanceof DomainError ? error.message : 'The document could not be indexed.';
      await deps.db.transaction(async (tx) => {
        await failDocument(tx, mark.projectId, mark.documentId, reason);
        if (mark.attempts >= MAX_ATTEMPTS) await endIndexMarks(tx, [mark]);
      });
    }
};

/**
 * A round of the work that cuts saved documents into passages and stores their vectors: claims queued rows, and after a change of
 * the model outdated ones. Answers whether more may wait. Any number of processes may work.
 */
export const createIndexing = (deps: Needed): (() => Promise<boolean>) => {
  const tellOutage = createOutageLog(deps.log, { what: 'Vectors of documents' });
  const hands = createInHand({ sql: deps.db, worker: 'documents', log: deps.log });
  let looksAgainAt = 0;

  const renewOutdated = async (): Promise<boolean> => {
    if (Date.now() < looksAgainAt) return false;
    const model = deps.space.current() ?? (await deps.space.probe()).space;
    const marked =
      (await markOutdatedDocuments(deps.db, model, OUTDATED)) +
      (await markOutdatedTickets(deps.db, model, OUTDATED));
    if (marked === 0) looksAgainAt = Date.now() + OUTDATED_INTERVAL;
    return marked > 0;
  };

  /** Answers whether the endpoint was there. */
  const tryMarks = async (marks: readonly IndexMark[]): Promise<boolean> => {
    try {
      await index(deps, marks);
      return true;
    } catch (error) {
      const isThere =
        !isUnavailable(error) ||
        (await deps.space.probe().then(
          () => true,
          () => false,
        ));
      if (isThere) await indexEach(deps, marks);
      else {
        tellOutage(error, {});
        await releaseIndexMarks(deps.db, marks, AWAY_PAUSE_MS);
      }
      return isThere;
    }
  };

  return async () => {
    const marks = await takeIndexMarks(deps.db, BATCH);
    if (marks.length === 0)
      return renewOutdated().catch((error: unknown) => {
        tellOutage(error, {});
        return false;
      });
    let isAway = false;
    await hands.work<IndexMark>(marks, {
      key: makeKey,
      isSuspect: ({ attempts }) => attempts > 1,
      handle: async (some) => {
        if (isAway) await releaseIndexMarks(deps.db, some, AWAY_PAUSE_MS);
        else isAway = !(await tryMarks(some));
      },
      setAside: (mark, reason) =>
        deps.db.transaction(async (tx) => {
          await failDocument(tx, mark.projectId, mark.documentId, reason);
          await endIndexMarks(tx, [mark]);
        }),
    });
    return marks.length === BATCH && !isAway;
  };
};
