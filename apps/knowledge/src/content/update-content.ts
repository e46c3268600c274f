import { projectScope } from '@parley/auth';
import { type FieldProblem, invalid } from '@parley/errors';
import type { Sql } from '@parley/persistence';
import {
  ContentChanges,
  type UpdateContentRequest,
  type UpdateContentResponse,
} from '@parley/proto/generated/parley/knowledge/v1/content_service';
import type { CallContext, Partially } from '@parley/rpc';
import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../deps';
import type { ContentRow } from './content';
import { readContent, type SentContent } from './content.input';
import { presentContent } from './content.present';
import { findContent, lockContentId } from './content.store';
import { cutSections, saveContent } from './save-content';

const REQUIRED = ['type', 'title', 'content'] as const;

/** The current entry in the form of a request. */
const sentAs = (row: ContentRow): SentContent =>
  Object.fromEntries(
    Object.entries({
      type: row.type,
      title: row.title,
      content: row.content,
      format: row.format,
      lang: row.lang,
      tags: row.tags,
      batchId: row.batchId,
      readMoreUrl: row.readMoreUrl,
      readMoreLabel: row.readMoreLabel,
      isInternal: row.isInternal,
    }).filter(([, value]) => value !== null),
  );

/** How often an entry is read while others may change it. */
const MAX_ATTEMPTS = 3;

/**
 * Reads a change of an entry outside of its transaction, because a long text takes long, and writes it unless the entry changed in
 * between. In that case it reads again, and at last under a lock.
 */
const writeRead = async (
  { db }: Pick<Deps, 'db'>,
  projectId: string,
  contentId: string,
  read: (known: ContentRow | undefined) => Promise<(tx: Sql) => Promise<ContentRow>>,
): Promise<ContentRow> => {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const known = await findContent(db, projectId, contentId);
    const write = await read(known);
    const row = await db.transaction(async (tx) => {
      await lockContentId(tx, projectId, contentId);
      const current = await findContent(tx, projectId, contentId);
      return isDeepStrictEqual(toSent(current), toSent(known)) ? write(tx) : undefined;
    });
    if (row) return row;
  }
  return db.transaction(async (tx) => {
    await lockContentId(tx, projectId, contentId);
    return (await read(await findContent(tx, projectId, contentId)))(tx);
  });
};

const toSent = (row: ContentRow | undefined): SentContent | undefined => row && sentAs(row);

/** Changes an entry, or creates it. */
export const updateContent = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  { contentId, content: changes = ContentChanges.create(), nulls }: UpdateContentRequest,
  context: CallContext,
): Promise<Partially<UpdateContentResponse>> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const problems: FieldProblem[] = REQUIRED.filter((field) => nulls.includes(field)).map((field) => ({
    field,
    message: 'cannot be cleared',
  }));
  if (problems.length > 0) throw invalid(problems);
  const sent: SentContent = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined && value !== null),
  );
  const row = await writeRead(deps, projectId, contentId, async (known) => {
    const before = known ? sentAs(known) : {};
    // A new text is read by its own beginning unless a format is said.
    if (sent.content !== undefined && known?.format === 'vtt') delete before.format;
    const kept = Object.fromEntries(Object.entries(before).filter(([field]) => !nulls.includes(field)));
    const fields = await readContent(contentId, { ...kept, ...sent }, problems);
    if (problems.length > 0) throw invalid(problems);
    const sections = await cutSections(fields);
    const origin = { projectId, organisationId, origin: 'api', now: deps.clock() } as const;
    return (tx) => saveContent(tx, fields, sections, origin);
  });
  return { content: presentContent(row) };
};
