import { projectScope } from '@parley/auth';
import { type FieldProblem, invalid } from '@parley/errors';
import {
  ContentChanges,
  type UpdateContentRequest,
  type UpdateContentResponse,
} from '@parley/proto/generated/parley/knowledge/v1/content_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { type ContentRow } from './content';
import { readContent, type SentContent } from './content.input';
import { presentContent } from './content.present';
import { findContent, lockContentId } from './content.store';
import { cutSections, saveContent } from './save-content';

const REQUIRED = ['type', 'title', 'content'] as const;

/** What an entry says by now, as if it were sent. */
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

/** Changes an entry, or creates it. */
export const updateContent = async (
  deps: Pick<Deps, 'db' | 'clock' | 'wakeIndexing'>,
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
  const row = await deps.db.transaction(async (tx) => {
    await lockContentId(tx, projectId, contentId);
    const known = await findContent(tx, projectId, contentId);
    const before = known ? sentAs(known) : {};
    // A new text is read by its own beginning unless a format is said.
    if (sent.content !== undefined && known?.format === 'vtt') delete before.format;
    const kept = Object.fromEntries(Object.entries(before).filter(([field]) => !nulls.includes(field)));
    const fields = await readContent(contentId, { ...kept, ...sent }, problems);
    if (problems.length > 0) throw invalid(problems);
    const sections = await cutSections(fields);
    const origin = { projectId, organisationId, origin: 'api', now: deps.clock() } as const;
    return saveContent(tx, fields, sections, origin);
  });
  deps.wakeIndexing();
  return { content: presentContent(row) };
};
