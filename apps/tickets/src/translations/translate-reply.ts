import { guessLanguage } from '@parley/answers';
import { projectScope } from '@parley/auth';
import { conflict, notFound } from '@parley/errors';
import { isId } from '@parley/persistence';
import type {
  TranslateReplyRequest,
  TranslateReplyResponse,
} from '@parley/proto/generated/parley/tickets/v1/message_drafts_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { findRecentWords, type RecentWords } from '../drafts';
import { translate } from './translate';

/** A reply in the language of its reader. Nothing is stored or sent. */
export const translateReply = async (
  { db, ai }: Pick<Deps, 'db' | 'ai'>,
  { ticketId, text, language }: TranslateReplyRequest,
  context: CallContext,
): Promise<TranslateReplyResponse> => {
  const { projectId } = projectScope(context.scope);
  const words = isId(ticketId) ? await findRecentWords(db, projectId, ticketId) : undefined;
  if (!words) throw notFound('ticket');
  if (!ai.writes) throw conflict('MODEL_REQUIRED');
  const wanted = language ?? guessReader(words);
  if (wanted === undefined) throw conflict('LANGUAGE_UNKNOWN');
  return translate(ai, text, wanted, context.signal);
};

/** The language of the contact's latest message that shows one; without messages, of the ticket's own text. */
const guessReader = ({ title, description, messages }: RecentWords): string | undefined => {
  const written = messages.filter(({ byContact }) => byContact).map(({ text }) => text);
  const own = written.length > 0 ? [] : [`${title ?? ''}\n${description ?? ''}`];
  for (const text of [...written.toReversed(), ...own]) {
    const language = guessLanguage(text);
    if (language !== undefined) return language;
  }
  return undefined;
};
