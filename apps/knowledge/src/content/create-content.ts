import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { type FieldProblem, invalid } from '@parley/errors';
import { newId } from '@parley/persistence';
import {
  type CreateContentRequest,
  type CreateContentResponse,
  NewContent,
} from '@parley/proto/generated/parley/knowledge/v1/content_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { readContent } from './content.input';
import { presentContent } from './content.present';
import { lockContentId } from './content.store';
import { cutSections, saveContent } from './save-content';

/** Pushes an entry; one with the same key is replaced whole. */
export const createContent = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  { content: sent = NewContent.create() }: CreateContentRequest,
  context: OnceContext<CreateContentResponse>,
): Promise<Partially<CreateContentResponse>> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const now = deps.clock();
  const id = newId(now.getTime());
  const problems: FieldProblem[] = [];
  const fields = await readContent(sent.contentId ?? id, { ...sent }, problems);
  if (problems.length > 0) throw invalid(problems);
  const sections = await cutSections(fields);
  return deps.db.transaction(async (tx) => {
    await lockContentId(tx, projectId, fields.contentId);
    const row = await saveContent(
      tx,
      fields,
      sections,
      { projectId, organisationId, origin: 'api', now },
      id,
    );
    const created = { content: presentContent(row) };
    await context.record(tx, created);
    return created;
  });
};
