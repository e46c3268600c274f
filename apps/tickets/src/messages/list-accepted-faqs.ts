import { projectScope } from '@parley/auth';
import type { CallContext } from '@parley/rpc';
import type {
  ListAcceptedFaqsRequest,
  ListAcceptedFaqsResponse,
} from '@parley/proto/generated/parley/tickets/v1/message_directory_service';
import type { Deps } from '../deps';
import { presentAcceptedFaq } from './accepted-faq';
import { findAcceptedFaqs } from './accepted-faq.store';

const MAX_LIMIT = 500;

/** Accepted questions and answers after an id, so that the knowledge base can catch up at any time. */
export const listAcceptedFaqs = async (
  { db }: Pick<Deps, 'db'>,
  { after, limit }: ListAcceptedFaqsRequest,
  context: CallContext,
): Promise<ListAcceptedFaqsResponse> => {
  const { projectId } = projectScope(context.scope);
  const most = limit > 0 ? Math.min(limit, MAX_LIMIT) : MAX_LIMIT;
  const rows = await findAcceptedFaqs(db, projectId, after, most);
  return { faqs: rows.map(presentAcceptedFaq) };
};
