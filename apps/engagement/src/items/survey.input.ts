import type { FieldProblem } from '@parley/errors';
import { isObject } from '@parley/json';
import { branchOperators, END, type JsonObject, type Question, questionTypes, scales } from '../core';
import { readAnyText, readIdentified } from './config.parts';

/** Most questions of a survey. */
export const MAX_QUESTIONS = 50;
/** Most options of a question. */
export const MAX_OPTIONS = 50;
/** Most branches of a question. */
export const MAX_BRANCHES = 20;
/** Longest answer of a text, in characters. */
export const MAX_ANSWER = 5_000;

type Problem = (field: string, message: string) => void;

const isCount = (value: unknown, max: number): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max;

const takesOptions = (type: unknown): boolean => type === 'choice' || type === 'choices';

/** Says which answers a question can have. */
const createCheck = ({ type, options = [] }: Question): ((value: unknown) => boolean) => {
  const scale = scales[type];
  const ids = new Set<unknown>(options.map(({ id }) => id));
  return (value) => {
    if (type === 'text') return typeof value === 'string' && value.length <= MAX_ANSWER;
    if (!scale) return ids.has(value);
    return Number.isInteger(value) && Number(value) >= scale.min && Number(value) <= scale.max;
  };
};

const checkBranch = (
  { type }: Question,
  branch: unknown,
  { isPossible, later }: { isPossible: (value: unknown) => boolean; later: ReadonlySet<string> },
  problem: Problem,
): void => {
  if (!isObject(branch)) return problem('', 'must be { operator, value, goTo }');
  const { operator, value, goTo } = branch;
  if (!branchOperators.some((one) => one === operator))
    problem('.operator', `must be one of ${branchOperators.join(', ')}`);
  if ((operator === 'gte' || operator === 'lte') && !scales[type])
    problem('.operator', 'compares the answers of nps, rating and emoji only');
  if (typeof goTo !== 'string' || !(goTo === END || later.has(goTo)))
    problem('.goTo', 'must be the id of a later question, or end');
  const values: unknown[] = Array.isArray(value) ? value : [value];
  const isFine =
    operator === 'exists'
      ? value === undefined || typeof value === 'boolean'
      : values.length >= 1 &&
        values.length <= MAX_OPTIONS &&
        (values === value ? operator === 'eq' || operator === 'ne' : true) &&
        values.every((one) => isPossible(one));
  if (!isFine)
    problem('.value', 'must be an answer that the question can have; with eq and ne also a list of them');
};

const readOptions = (field: string, sent: unknown, problems: FieldProblem[]): JsonObject[] => {
  const options = readIdentified(field, sent, { max: MAX_OPTIONS, what: 'options' }, problems);
  return options.map((option, index) => ({
    ...option,
    ...readAnyText(`${field}.${index}`, option, 'title', problems),
  }));
};

const readQuestion = (field: string, sent: JsonObject, problems: FieldProblem[]): JsonObject => {
  const problem: Problem = (name, message) => problems.push({ field: `${field}.${name}`, message });
  const { type, required, options, maxLength } = sent;
  if (!questionTypes.some((one) => one === type))
    problem('type', `must be one of ${questionTypes.join(', ')}`);
  if (required !== undefined && typeof required !== 'boolean') problem('required', 'must be true or false');
  if (maxLength !== undefined && !isCount(maxLength, MAX_ANSWER))
    problem('maxLength', `must be a whole number from 1 to ${MAX_ANSWER}`);
  if (takesOptions(type) && (!Array.isArray(options) || options.length === 0))
    problem('options', 'must be a list with at least one option');
  const texts = ['title', 'description', 'low', 'high'].map((name) =>
    readAnyText(field, sent, name, problems),
  );
  return {
    ...sent,
    ...Object.assign({}, ...texts),
    ...(options !== undefined && { options: readOptions(`${field}.options`, options, problems) }),
  };
};

/** Reads the questions of a survey; those without an id get one. Branches lead to later questions alone, so every way ends. */
export const readQuestionsSent = (field: string, sent: unknown, problems: FieldProblem[]): JsonObject[] => {
  const before = problems.length;
  const questions = readIdentified(field, sent, { max: MAX_QUESTIONS, what: 'questions' }, problems).map(
    (question, index) => readQuestion(`${field}.${index}`, question, problems),
  );
  if (problems.length > before) return questions;
  const later = new Set<string>();
  questions.forEach(({ id }, index) => {
    if (id === END)
      problems.push({
        field: `${field}.${index}.id`,
        message: 'must be another: branches lead there to the end',
      });
  });
  for (const [index, question] of [...questions.entries()].reverse()) {
    const { branches } = question;
    const list = `${field}.${index}.branches`;
    if (branches !== undefined && (!Array.isArray(branches) || branches.length > MAX_BRANCHES))
      problems.push({ field: list, message: `must be a list of at most ${MAX_BRANCHES} branches` });
    else if (branches !== undefined) {
      const asked = question as unknown as Question;
      const allowed = { isPossible: createCheck(asked), later };
      branches.forEach((branch, at) =>
        checkBranch(asked, branch, allowed, (name, message) =>
          problems.push({ field: `${list}.${at}${name}`, message }),
        ),
      );
    }
    later.add(String(question['id']));
  }
  return questions;
};
