import { notFound } from '@parley/errors';
import { eventHeaders } from '@parley/rpc';
import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { isId, newId, runTransaction } from '@parley/persistence';
import type {
  AnswerFaqSuggestionRequest,
  AnswerFaqSuggestionResponse,
} from '@parley/proto/generated/parley/tickets/v1/messages_service';
import type { Deps } from '../deps';
import { appendRows, historyActor, FAQ_SUGGESTION, type MessageView, lockMessage } from '../core';
import { faqAccepted } from './accepted-faq';
import { insertAcceptedFaq } from './accepted-faq.store';
import { incompleteSuggestion, notASuggestion } from './message.errors';
import { removeMessage } from './remove-message';

const readText = ({ data }: MessageView, field: 'question' | 'answer'): string => {
  const text = data?.[field];
  if (typeof text !== 'string' || text.trim() === '') throw incompleteSuggestion(field);
  return text.trim();
};

/** Accepts or declines a suggestion for the knowledge base; it is deleted either way, by the first who answers it. */
export const answerFaqSuggestion = async (
  { db, clock, wakeEvents }: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  { messageId, accept }: AnswerFaqSuggestionRequest,
  context: OnceContext<AnswerFaqSuggestionResponse>,
): Promise<AnswerFaqSuggestionResponse> => {
  const { projectId, organisationId, actor } = projectScope(context.scope);
  if (!isId(messageId)) throw notFound('message');
  const now = clock();
  const headers = eventHeaders(context);
  await runTransaction(db, async (tx) => {
    const locked = await lockMessage(tx, projectId, messageId);
    if (!locked) throw notFound('message');
    const { message } = locked;
    if (message.type !== FAQ_SUGGESTION) throw notASuggestion();
    if (accept) {
      const faq = {
        projectId,
        id: newId(now.getTime()),
        organisationId,
        question: readText(message, 'question'),
        answer: readText(message, 'answer'),
        ticketId: message.ticketId,
        actor: historyActor(actor),
        acceptedAt: now,
      };
      await insertAcceptedFaq(tx, faq);
      await appendRows(tx, [faqAccepted(faq, headers)]);
    }
    await removeMessage(tx, locked, { now, headers });
    await context.record(tx, {});
  });
  wakeEvents();
  return {};
};
