import { DomainError } from '@parley/errors';
import { defineJob, type Doer } from '@parley/jobs';
import { normalizeRichText, type RichText } from '@parley/rich-text';
import { systemContext } from '@parley/rpc';
import { type Answer, type Item, type Question, walkSurvey } from '../core';
import type { Deps } from '../deps';
import { findItem } from '../items';
import { pickText, readingLanguages, type ReadingLanguages } from '../texts';
import { findResponse, type Response, saveTicket } from './response.store';

/** Makes the ticket of a response, its key. */
export const surveyTicketJob = defineJob<Record<string, never>>({ name: 'survey tickets', concurrency: 4 });

/** Longest text of a ticket, in characters: all answers together can be longer than a message. */
const MAX_TEXT = 40_000;

const readTitle = (title: Question['title'], languages: ReadingLanguages): string | undefined =>
  typeof title === 'object' ? pickText(title.localized, languages) : title;

/** An answer in words: titles in place of the ids of options. */
export const describeAnswer = (
  { options = [] }: Question,
  answer: Answer | undefined,
  languages: ReadingLanguages,
): string => {
  if (answer === undefined || answer === null) return '';
  const titles = new Map(options.map(({ id, title }) => [id, readTitle(title, languages) ?? id]));
  const one = (value: unknown): string => titles.get(String(value)) ?? String(value);
  return Array.isArray(answer) ? answer.map(one).join(', ') : one(answer);
};

/** The title of a question, or its id. */
export const describeQuestion = ({ id, title }: Question, languages: ReadingLanguages): string =>
  readTitle(title, languages) ?? id;

const writeAnswers = (item: Item, { answers }: Response, languages: ReadingLanguages): RichText => {
  const lines = walkSurvey(item, answers).answered.flatMap((question) => [
    describeQuestion(question, languages),
    describeAnswer(question, answers[question.id], languages) || '–',
    '',
  ]);
  return normalizeRichText(lines.join('\n').trim().slice(0, MAX_TEXT), 'comment');
};

const isGone = (error: unknown): boolean =>
  error instanceof DomainError && ['CONTACT_NOT_FOUND', 'SESSION_NOT_FOUND'].includes(error.reason);

/** Makes the tickets of responses. Each step has a key of its own, so a repetition does nothing twice. */
export const createTicketMaker = ({
  db,
  tickets,
  workspace,
}: Pick<Deps, 'db' | 'tickets' | 'workspace'>): Doer<Record<string, never>> => ({
  handle: async (_payload, { projectId, key }) => {
    const response = await findResponse(db, projectId, key);
    const item = response && (await findItem(db, projectId, response.itemId));
    if (!item || response.ticketId !== null) return;
    const context = systemContext('engagement', { projectId, organisationId: item.organisationId });
    const { defaultLanguage } = await workspace.settings(projectId, context);
    const languages = readingLanguages(undefined, undefined, defaultLanguage);
    const { id, itemId, contactId } = response;
    try {
      const title = pickText(item.subject?.localized, languages) ?? item.name;
      const ticketId = await tickets.open(
        { type: 'SURVEY', contactId, itemId, title, senderId: undefined, key: `survey ${id}` },
        context,
      );
      const comment = writeAnswers(item, response, languages);
      await tickets.answer({ ticketId, contactId, comment, clientMutationId: `survey_${id}` }, context);
      await saveTicket(db, response, ticketId);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  },
});
