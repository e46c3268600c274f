import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { type FieldProblem, invalid } from '@parley/errors';
import { newId, type Sql } from '@parley/persistence';
import {
  type CreateContentRequest,
  type CreateContentResponse,
  NewContent,
} from '@parley/proto/generated/parley/knowledge/v1/content_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import type { ContentFields, ContentRow } from './content';
import { readContent, type SentContent } from './content.input';
import { presentContent } from './content.present';
import { lockContentId } from './content.store';
import { type ContentOrigin, cutSections, saveContent } from './save-content';

/** Pushes an entry; one with the same key is replaced whole. */
export const createContent = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  { content: sent = NewContent.create() }: CreateContentRequest,
  context: OnceContext<CreateContentResponse>,
): Promise<Partially<CreateContentResponse>> => {
  // An entry without a key of the caller's own goes by its id.
  const id = newId(deps.clock().getTime());
  const pushed = await readPushed({ ...sent, contentId: sent.contentId ?? id });
  return pushContent(deps, pushed, { origin: 'api', id }, context, async (tx, row) => {
    const created = { content: presentContent(row) };
    await context.record(tx, created);
    return created;
  });
};

/** The fields of an entry that is sent whole. 400 naming those that are wrong; 413. */
export const readPushed = async (sent: SentContent & { contentId: string }): Promise<ContentFields> => {
  const problems: FieldProblem[] = [];
  const fields = await readContent(sent.contentId, sent, problems);
  if (problems.length > 0) throw invalid(problems);
  return fields;
};

/** Stores an entry, in place of one with the same key, and what `answer` does in the same transaction. */
export const pushContent = async <Answer>(
  deps: Pick<Deps, 'db' | 'clock'>,
  fields: ContentFields,
  { origin, id }: { origin: ContentOrigin['origin']; id?: string },
  context: CallContext,
  answer: (tx: Sql, row: ContentRow) => Promise<Answer>,
): Promise<Answer> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const now = deps.clock();
  const sections = await cutSections(fields);
  return deps.db.transaction(async (tx) => {
    await lockContentId(tx, projectId, fields.contentId);
    const to = { projectId, organisationId, origin, now };
    return answer(tx, await saveContent(tx, fields, sections, to, id));
  });
};
