import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { isId } from '@parley/persistence';
import type {
  DraftReplyRequest,
  DraftReplyResponse,
} from '@parley/proto/generated/parley/tickets/v1/message_drafts_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findRecentWords, type RecentWords } from './recent-words.store';

const MAX_QUESTION = 2_000;
/** Messages before the question that a model sees, and characters of each. */
const MAX_EARLIER = 10;
const MAX_WORDS = 1_000;

/**
 * A reply to the words that the contact waits for an answer to, made of knowledge that the contact may read. Nothing is stored or sent. The
 * draft is empty when the ticket asks nothing or knowledge has no answer.
 */
export const draftReply = async (
  { db, agentAnswers }: Pick<Deps, 'db' | 'agentAnswers'>,
  { ticketId }: DraftReplyRequest,
  context: CallContext,
): Promise<Partially<DraftReplyResponse>> => {
  const { projectId } = projectScope(context.scope);
  const words = isId(ticketId) ? await findRecentWords(db, projectId, ticketId) : undefined;
  if (!words) throw notFound('ticket');
  const { question, earlier } = splitWords(words);
  if (question === '') return { draft: '', sources: [] };
  const conversation = earlier
    .slice(-MAX_EARLIER)
    .map(({ byContact, text }) => ({ byContact, text: text.slice(0, MAX_WORDS).toWellFormed() }));
  const { answer, sources } = await agentAnswers.answerForAgent(
    { question, contactId: words.contactId ?? '', conversation, results: [] },
    withoutKey(context),
  );
  return { draft: withoutMarks(answer, sources.length), sources };
};

/** A draft has no effect: its answer needs no remembering. */
const withoutKey = ({ idempotencyKey: _, ...context }: CallContext): CallContext => context;

/** The last messages of the contact, behind the team's last reply; with none there, the last one; without any, the ticket's own text. */
const splitWords = ({
  title,
  description,
  messages,
}: RecentWords): { question: string; earlier: RecentWords['messages'] } => {
  const last = messages.findLastIndex(({ byContact }) => byContact);
  if (last < 0) return { question: toQuestion([title, description]), earlier: messages };
  const first = messages.findLastIndex(({ byContact }, index) => index < last && !byContact) + 1;
  const asked = messages.slice(first, last + 1).map(({ text }) => text);
  return { question: toQuestion(asked), earlier: messages.slice(0, first) };
};

/** Of a long text its end counts. */
const toQuestion = (texts: readonly (string | null)[]): string =>
  texts
    .filter((text) => text !== null)
    .join('\n')
    .trim()
    .slice(-MAX_QUESTION)
    .toWellFormed();

/** The answer without the marks of its sources, such as `[1]`, which a customer cannot follow. */
const withoutMarks = (answer: string, sources: number): string =>
  answer
    .replaceAll(/ ?\[(\d{1,2})\]/g, (mark, digits: string) => (Number(digits) <= sources ? '' : mark))
    .trim();
