import { notFound } from '@parley/errors';
import { addArticle, type ArticleRow, changedFields, lockArticleById, writeArticle } from '../articles';
import { findCollection, lockTree } from '../collections';
import type { Store } from '../db';
import type { Deps } from '../deps';
import { createAddresses } from './addresses';
import { importContext } from './import-context';
import { advanceImport } from './import.store';
import { prepareArticle, type PreparedArticle } from './prepare-article';
import { problemOfError, type RunningImport } from './running-import';
import { findKnownArticles, type KnownArticle, saveKnownArticle } from './source.store';
import { articleIdOf, sourceName } from './source-name';
import type { PlannedArticle } from './sources/plan';
import type { Collections } from './write-collections';
import { countNew, oldPath, writeRedirects } from './write-redirects';

/** An article of the plan, with its record of an earlier import. */
interface Target {
  planned: PlannedArticle;
  source: string;
  id: string;
  known: KnownArticle | undefined;
}

/** Creates and updates the articles of an import from its position on. */
export const writeArticles = async (
  deps: Deps,
  running: RunningImport,
  collections: Collections,
): Promise<void> => {
  const { row, report, task } = running;
  const targets = await findTargets(deps, running);
  const ids = new Map(targets.map(({ planned, id }) => [planned.key, id]));
  const addresses = await createAddresses(deps, running, ids);
  const first = row.options.dryRun ? 0 : row.position;
  for (let position = first; position < targets.length; position += 1) {
    task.signal.throwIfAborted();
    const target = targets[position] as Target;
    row.position = position + 1;
    if (target.known?.digest === target.planned.digest) {
      report.add('unchanged');
      continue;
    }
    try {
      await importOne(deps, running, { target, collections, addresses });
    } catch (error) {
      const problem = problemOfError(target.planned.path, error);
      if (!problem) throw error;
      report.add('failed');
      report.problem(problem);
    }
  }
};

const findTargets = async (deps: Deps, { row, plan }: RunningImport): Promise<Target[]> => {
  const sources = plan.articles.map(({ key }) => sourceName(row, key));
  const known = new Map(
    (await findKnownArticles(deps.store.sql, row.projectId, sources)).map((one) => [one.source, one]),
  );
  return plan.articles.map((planned, index) => {
    const source = sources[index] ?? '';
    const before = known.get(source);
    return { planned, source, known: before, id: before?.articleId ?? articleIdOf(row, source) };
  });
};

const importOne = async (
  deps: Deps,
  running: RunningImport,
  {
    target,
    collections,
    addresses,
  }: { target: Target; collections: Collections; addresses: Awaited<ReturnType<typeof createAddresses>> },
): Promise<void> => {
  const { row, report, task } = running;
  const { planned, source, known } = target;
  const prepared = await prepareArticle(planned, addresses, (problem) => report.problem(problem));
  if (row.options.dryRun) {
    // Refuses what could not be stored.
    changedFields({ title: {}, description: {}, content: {} }, prepared.change);
    const paths = planned.texts.flatMap((text) =>
      text.addresses.flatMap((address) => oldPath(address) ?? []),
    );
    report.add('redirects', await countNew(deps, row.projectId, paths));
    return report.add(known ? 'updated' : 'created');
  }
  const digest = prepared.isIncomplete ? '' : planned.digest;
  const collectionId =
    planned.collection === undefined ? row.options.collectionId : collections.get(planned.collection);
  await deps.store.transaction(async (tx) => {
    await task.advance(tx.sql);
    const before = known && (await lockArticleById(tx, row.projectId, known.articleId));
    const after = before
      ? await updateOne(deps, tx, running, { before, prepared })
      : await createOne(deps, tx, running, { target, prepared, collectionId });
    await saveKnownArticle(tx.sql, row.projectId, { source, articleId: after.id, digest });
    await writeRedirects(deps, tx, running, { planned, article: after, languages: addresses.language });
    report.add(!before ? 'created' : after === before ? 'unchanged' : 'updated');
    await advanceImport(tx.sql, row, { ...report.take(), position: row.position }, deps.clock());
  });
  deps.events.wake();
};

const createOne = async (
  deps: Deps,
  tx: Store,
  { row, task }: RunningImport,
  {
    target,
    prepared,
    collectionId,
  }: { target: Target; prepared: PreparedArticle; collectionId?: string | null | undefined },
): Promise<ArticleRow> => {
  const context = importContext(row, task);
  await lockTree(tx, row.projectId, 'use');
  const collection = collectionId ? await findCollection(tx, row.projectId, collectionId) : undefined;
  if (!collection) throw notFound('collection');
  const isDraft = row.options.publish === null ? (target.planned.isDraft ?? true) : !row.options.publish;
  const fields = {
    ...changedFields({ title: {}, description: {}, content: {} }, prepared.change),
    isDraft,
  };
  return addArticle(
    deps,
    tx,
    { scope: context.scope, collection, fields, at: deps.clock(), id: target.id },
    context,
  );
};

/** Texts of the source replace those of the article; it is never unpublished. */
const updateOne = (
  deps: Deps,
  tx: Store,
  { row, task }: RunningImport,
  { before, prepared }: { before: ArticleRow; prepared: PreparedArticle },
): Promise<ArticleRow> => {
  const fields = {
    ...changedFields(before, prepared.change),
    ...(row.options.publish && { isDraft: false }),
  };
  return writeArticle(deps, tx, before, { fields, at: deps.clock() }, importContext(row, task));
};
