import type { Sql } from '@parley/persistence';
import type { AcceptedFaq } from '@parley/proto/generated/parley/tickets/v1/events';
import { type ContentFields, lockContentId, cutSections, saveContent } from '../content';
import { noteTaken } from './takeover.store';

const MAX_TITLE = 500;

/** Makes an accepted suggestion an entry, once, whatever became of that since. */
export const takeFaq = async (tx: Sql, faq: AcceptedFaq, now: Date): Promise<void> => {
  const { id, project: projectId, organisation: organisationId, question, answer, ticket } = faq;
  if (!(await noteTaken(tx, projectId, id))) return;
  await lockContentId(tx, projectId, id);
  const fields: ContentFields = {
    contentId: id,
    type: 'faq',
    title: Array.from(question).slice(0, MAX_TITLE).join(''),
    content: answer,
    format: 'text',
    lang: null,
    tags: [],
    batchId: null,
    readMoreUrl: null,
    readMoreLabel: null,
    isInternal: false,
  };
  await saveContent(
    tx,
    fields,
    await cutSections(fields),
    { projectId, organisationId, origin: 'faq_suggestion', ticketId: ticket, now },
    id,
  );
};
