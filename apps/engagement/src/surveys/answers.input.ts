import { type FieldProblem, invalid } from '@parley/errors';
import { isObject } from '@parley/json';
import { type Answer, type Answers, type Item, type Question, readQuestions, scales } from '../core';

/** Longest answer of a text without a limit of its own, in characters. */
const MAX_TEXT = 5_000;

const readOptions = ({ type, options = [] }: Question, sent: unknown): Answer | undefined => {
  const ids = new Set<unknown>(options.map(({ id }) => id));
  if (type === 'choice') return ids.has(sent) ? (sent as string) : undefined;
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > ids.size) return undefined;
  const chosen = new Set<unknown>(sent);
  return chosen.size === sent.length && sent.every((id) => ids.has(id)) ? (sent as string[]) : undefined;
};

const describe = ({ type, maxLength = MAX_TEXT }: Question): string => {
  const scale = scales[type];
  if (scale) return `must be a whole number from ${scale.min} to ${scale.max}`;
  if (type === 'text') return `must be a text of 1 to ${maxLength} characters`;
  return type === 'choice' ? 'must be the id of an option' : 'must be a list of ids of options, each once';
};

const readAnswer = (question: Question, sent: unknown): Answer | undefined => {
  const { type, required = false, maxLength = MAX_TEXT } = question;
  if (sent === null) return required ? undefined : null;
  const scale = scales[type];
  if (scale)
    return Number.isInteger(sent) && Number(sent) >= scale.min && Number(sent) <= scale.max
      ? Number(sent)
      : undefined;
  if (type !== 'text') return readOptions(question, sent);
  return typeof sent === 'string' && /\S/.test(sent) && sent.length <= maxLength ? sent : undefined;
};

/**
 * Reads answers to questions of a survey. Those to questions that it does not have are left out: it may have been changed since it
 * was shown.
 *
 * @throws DomainError `invalid` naming every wrong one.
 */
export const readAnswersSent = (item: Item, sent: unknown): Answers => {
  if (!isObject(sent)) throw invalid({ field: 'answers', message: 'must be an object' });
  const problems: FieldProblem[] = [];
  const answers: [string, Answer][] = [];
  for (const question of readQuestions(item)) {
    if (!Object.hasOwn(sent, question.id)) continue;
    const answer = readAnswer(question, sent[question.id]);
    if (answer !== undefined) answers.push([question.id, answer]);
    else
      problems.push({
        field: `answers.${question.id}`,
        message: `${describe(question)}${question.required ? '' : ', or null to go on without an answer'}`,
      });
  }
  if (problems.length > 0) throw invalid(problems);
  return Object.fromEntries(answers);
};
