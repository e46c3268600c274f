import { projectScope } from '@parley/auth';
import { csvEncoder } from '@parley/csv';
import { timeout } from '@parley/errors';
import { compileList, type ListFields } from '@parley/persistence';
import type {
  ExportSurveyResponsesRequest,
  ExportSurveyResponsesResponse,
  ListSurveyResponseSamplesRequest,
  ListSurveyResponsesRequest,
  ListSurveyResponsesResponse,
  MarkSurveyResponsesReadRequest,
  MarkSurveyResponsesReadResponse,
} from '@parley/proto/generated/parley/engagement/v1/survey_responses_service';
import type { CallContext, Partially } from '@parley/rpc';
import { type Item, readQuestions } from '../core';
import type { Deps } from '../deps';
import { findItemOfType, itemNotFound } from '../items';
import { readingLanguages } from '../texts';
import { presentResponse } from './response.present';
import { listResponses, markRead, type Response, sampleResponses } from './response.store';
import { describeAnswer, describeQuestion } from './survey-tickets';

/** What lists of responses are filtered and sorted by. */
const responseList: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    session: { column: 'contact_id', type: 'id' },
    ticket: { column: 'ticket_id', type: 'id' },
    status: { column: 'status', type: 'text' },
    round: { column: 'round', type: 'integer' },
    read: { column: 'read', type: 'boolean' },
    createdAt: { column: 'created_at', type: 'date' },
    updatedAt: { column: 'updated_at', type: 'date' },
    completedAt: { column: 'completed_at', type: 'date' },
    answers: { json: 'answers' },
  },
  // Ids are in the order of creation.
  sortable: { createdAt: 'id' },
  order: '-createdAt',
  page: { default: 50, max: 200 },
};

/** Rows of a file that are read at a time. */
const BATCH = 200;
/** Most samples of one answer, and how many responses they are chosen among. */
const SAMPLES = { default: 10, max: 50, among: 1_000 };

type Needed = Pick<Deps, 'db' | 'directory'>;

/** A survey of the caller's project. 404 `survey_not_found`. */
export const requireSurvey = async (
  { db }: Pick<Deps, 'db'>,
  surveyId: string,
  context: CallContext,
): Promise<Item> => {
  const item = await findItemOfType(db, 'SURVEY', projectScope(context.scope).projectId, surveyId);
  if (!item) throw itemNotFound('SURVEY');
  return item;
};

const readNames = (
  { directory }: Pick<Deps, 'directory'>,
  rows: readonly Response[],
  context: CallContext,
): ReturnType<Deps['directory']['references']> =>
  directory.references([...new Set(rows.map(({ contactId }) => contactId))], context);

const present = async (
  deps: Pick<Deps, 'directory'>,
  rows: readonly Response[],
  context: CallContext,
): Promise<Partially<ListSurveyResponsesResponse>> => {
  const names = await readNames(deps, rows, context);
  return { responses: rows.map((row) => presentResponse(row, names)) };
};

/** The responses to a survey, newest first unless another order is requested. */
export const listSurveyResponses = async (
  deps: Needed,
  { surveyId, ...query }: ListSurveyResponsesRequest,
  context: CallContext,
): Promise<Partially<ListSurveyResponsesResponse>> => {
  const { projectId } = await requireSurvey(deps, surveyId, context);
  const params: unknown[] = [projectId, surveyId];
  const rows = await listResponses(deps.db, compileList(query, responseList, params), params);
  return present(deps, rows, context);
};

/** Some of the newest completed responses to a survey. */
export const listSurveyResponseSamples = async (
  deps: Needed,
  { surveyId, limit }: ListSurveyResponseSamplesRequest,
  context: CallContext,
): Promise<Partially<ListSurveyResponsesResponse>> => {
  const { projectId } = await requireSurvey(deps, surveyId, context);
  const wanted = { among: SAMPLES.among, limit: Math.min(limit || SAMPLES.default, SAMPLES.max) };
  return present(deps, await sampleResponses(deps.db, { projectId, itemId: surveyId }, wanted), context);
};

/** Marks responses to a survey as read. */
export const markSurveyResponsesRead = async (
  deps: Pick<Deps, 'db'>,
  { surveyId, ids }: MarkSurveyResponsesReadRequest,
  context: CallContext,
): Promise<Partially<MarkSurveyResponsesReadResponse>> => {
  const { projectId } = await requireSurvey(deps, surveyId, context);
  const among = ids.length > 0 ? ids : undefined;
  return { updated: await markRead(deps.db, { projectId, itemId: surveyId }, among) };
};

/** A response and its contact, as a row of a file. */
type Row = Response & { name?: string | undefined; email?: string | undefined; userId?: string | undefined };

/** The responses to a survey as CSV, newest first. Each part is read from where the one before ended. */
export async function* exportSurveyResponses(
  deps: Needed & Pick<Deps, 'workspace'>,
  { surveyId, filter, bom }: ExportSurveyResponsesRequest,
  context: CallContext,
): AsyncGenerator<ExportSurveyResponsesResponse> {
  const item = await requireSurvey(deps, surveyId, context);
  const { projectId } = item;
  const { defaultLanguage } = await deps.workspace.settings(projectId, context);
  const languages = readingLanguages(undefined, undefined, defaultLanguage);
  const csv = csvEncoder<Row>([
    { key: 'id', read: ({ id }) => id },
    { key: 'session', read: ({ contactId }) => contactId },
    { key: 'name', read: ({ name }) => name },
    { key: 'email', read: ({ email }) => email },
    { key: 'userId', read: ({ userId }) => userId },
    { key: 'status', read: ({ status }) => status },
    { key: 'round', read: ({ round }) => round },
    { key: 'createdAt', read: ({ createdAt }) => createdAt },
    { key: 'completedAt', read: ({ completedAt }) => completedAt },
    ...readQuestions(item).map((question) => ({
      key: describeQuestion(question, languages),
      read: ({ answers }: Row) => describeAnswer(question, answers[question.id], languages),
    })),
  ]);
  // A filter that is refused is an answer of its own, and no file that breaks off.
  const params: unknown[] = [projectId, surveyId];
  const clauses = compileList({ filter, skip: 0, limit: BATCH }, responseList, params);
  yield { chunk: csv.header({ bom }) };
  let before: string | undefined;
  for (;;) {
    // A file that ends early without an error would pass for whole.
    if (context.signal.aborted) throw timeout('The export took too long. Try again.');
    const where = before === undefined ? clauses.where : `${clauses.where} AND id < $${params.length + 1}`;
    const page = { where, orderBy: 'id DESC', skip: 0, limit: BATCH };
    const rows = await listResponses(deps.db, page, before === undefined ? params : [...params, before]);
    const names = await readNames(deps, rows, context);
    yield { chunk: csv.rows(rows.map((row) => ({ ...names.get(row.contactId), ...row }))) };
    before = rows.at(-1)?.id;
    if (rows.length < BATCH) return;
  }
}
