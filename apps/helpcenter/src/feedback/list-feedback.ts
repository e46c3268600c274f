import { projectScope } from '@parley/auth';
import type {
  ListFeedbackRequest,
  ListFeedbackResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/feedback_service';
import type { CallContext, Partially } from '@parley/rpc';
import { findArticle, missingArticle } from '../articles';
import type { Deps } from '../deps';
import { findFeedback } from './feedback.store';

/** What visitors say of an article. Names are those of now; a contact that is gone takes its name and comment along. */
export const listFeedback = async (
  { store, contacts }: Pick<Deps, 'store' | 'contacts'>,
  { helpcenterCollectionId: collectionId, helpcenterArticleId: id, ...page }: ListFeedbackRequest,
  context: CallContext,
): Promise<Partially<ListFeedbackResponse>> => {
  const { projectId } = projectScope(context.scope);
  const place = { projectId, collectionId, id };
  if (!(await findArticle(store, place))) throw await missingArticle(store, place);
  const rows = await findFeedback(store, projectId, id, page);
  const known = await contacts.references(
    [...new Set(rows.flatMap(({ contactId }) => contactId ?? []))],
    context,
  );
  return {
    feedback: rows.map(({ contactId, vote, comment, language, ...row }) => {
      const contact = contactId === null ? undefined : known.get(contactId);
      const isGone = contactId !== null && contact === undefined;
      return {
        id: row.id,
        vote,
        comment: isGone ? undefined : (comment ?? undefined),
        language,
        session: contact && { id: contact.id, name: contact.name, email: contact.email },
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
      };
    }),
  };
};
