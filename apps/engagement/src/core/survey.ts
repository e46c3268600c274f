import type { Localised } from '@parley/localised';
import type { Item } from './item';

/** Kinds of questions. */
export const questionTypes = ['nps', 'rating', 'emoji', 'choice', 'choices', 'text'] as const;

export type QuestionType = (typeof questionTypes)[number];

/** The lowest and highest answer of each kind of scale. */
export const scales: Readonly<Partial<Record<QuestionType, { min: number; max: number }>>> = {
  nps: { min: 0, max: 10 },
  rating: { min: 1, max: 5 },
  emoji: { min: 1, max: 5 },
};

/** Operators of branches. */
export const branchOperators = ['eq', 'ne', 'gte', 'lte', 'exists'] as const;

/** Where a branch leads when no question follows. */
export const END = 'end';

/** A text, or one by language. */
export type AnyText = string | { localized: Localised<string> };

/** The way that follows from an answer. */
export interface Branch {
  operator: (typeof branchOperators)[number];
  value?: unknown;
  /** Id of a later question, or `end`. */
  goTo: string;
}

/** A question, as it is stored in `config.questions`; other keys are kept beside these. */
export interface Question {
  id: string;
  type: QuestionType;
  title?: AnyText;
  required?: boolean;
  options?: readonly { id: string; title?: AnyText }[];
  /** Longest answer in characters. */
  maxLength?: number;
  branches?: readonly Branch[];
}

/** A number, a text or the id of an option, ids of options; null for a question that was passed over. */
export type Answer = number | string | readonly string[] | null;

/** Answers by the ids of their questions. */
export type Answers = Readonly<Record<string, Answer>>;

/** The questions of a survey, in order. */
export const readQuestions = ({ config }: Pick<Item, 'config'>): readonly Question[] =>
  (config?.['questions'] as readonly Question[] | undefined) ?? [];

const isAmong = (answer: Answer, value: unknown): boolean => {
  const wanted: readonly unknown[] = Array.isArray(value) ? value : [value];
  const given: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  return answer !== null && given.some((one) => wanted.includes(one));
};

const holds = ({ operator, value }: Branch, answer: Answer): boolean => {
  switch (operator) {
    case 'eq':
      return isAmong(answer, value);
    case 'ne':
      return !isAmong(answer, value);
    case 'gte':
      return typeof answer === 'number' && answer >= Number(value);
    case 'lte':
      return typeof answer === 'number' && answer <= Number(value);
    case 'exists':
      return (answer !== null) === (value !== false);
  }
};

/** The questions that answers lead through, and the first one without an answer; undefined at the end. */
export const walkSurvey = (
  item: Pick<Item, 'config'>,
  answers: Answers,
): { answered: Question[]; next: Question | undefined } => {
  const questions = readQuestions(item);
  const places = new Map(questions.map(({ id }, index) => [id, index]));
  const answered: Question[] = [];
  let at = 0;
  for (;;) {
    const question = questions[at];
    // Ids may be names that every object has.
    const answer = question && Object.hasOwn(answers, question.id) ? answers[question.id] : undefined;
    if (!question || answer === undefined) return { answered, next: question };
    answered.push(question);
    const goTo = question.branches?.find((branch) => holds(branch, answer))?.goTo;
    const place = goTo === END ? questions.length : goTo === undefined ? undefined : places.get(goTo);
    // Never back: a walk has an end.
    at = Math.max(at + 1, place ?? 0);
  }
};
