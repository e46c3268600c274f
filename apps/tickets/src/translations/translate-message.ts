import { guessLanguage } from '@parley/answers';
import { projectScope } from '@parley/auth';
import type {
  TranslateMessageRequest,
  TranslateMessageResponse,
} from '@parley/proto/generated/parley/tickets/v1/messages_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { requireMessage } from '../messages';
import { MAX_CHARACTERS, translate } from './translate';

/** The text of a message in another language. Nothing is stored. */
export const translateMessage = async (
  { db, ai }: Pick<Deps, 'db' | 'ai'>,
  { messageId, language }: TranslateMessageRequest,
  context: CallContext,
): Promise<Partially<TranslateMessageResponse>> => {
  const { projectId } = projectScope(context.scope);
  const { plainContent } = await requireMessage(db, projectId, messageId);
  const text = (plainContent ?? '').slice(0, MAX_CHARACTERS);
  const translated = await translate(ai, text, language, context.signal);
  const sourceLanguage = guessLanguage(text);
  return {
    ...translated,
    ...(sourceLanguage !== undefined && { sourceLanguage }),
    truncated: text.length < (plainContent ?? '').length,
  };
};
