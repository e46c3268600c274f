import { callerId, projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { invalid, notFound } from '@parley/errors';
import { goneAmong } from '@parley/events';
import { compileList, invalidQuery, type ListFields, newId } from '@parley/persistence';
import type {
  AgentEval,
  CreateEvalRequest,
  CreateEvalResponse,
  DeleteEvalRequest,
  DeleteEvalResponse,
  GetEvalRequest,
  GetEvalResponse,
  ListEvalsRequest,
  ListEvalsResponse,
} from '@parley/proto/generated/parley/knowledge/v1/agent_evals_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { EvalDeps } from './deps';
import {
  deleteJudgement,
  findJudgement,
  insertJudgement,
  type Judgement,
  listJudgements,
} from './judgement.store';

const list: ListFields = {
  fields: {
    id: { column: 'e.id', type: 'id' },
    verdict: { column: 'e.verdict', type: 'text' },
    ticketId: { column: 'e.ticket_id', type: 'id' },
    description: { column: 'e.description', type: 'text' },
    question: { column: 'e.question', type: 'text' },
    answer: { column: 'e.answer', type: 'text' },
    createdBy: { column: 'e.created_by', type: 'id' },
    createdAt: { column: 'e.created_at', type: 'date' },
    updatedAt: { column: 'e.updated_at', type: 'date' },
  },
  order: '-createdAt',
  page: { default: 50, max: 200 },
};

const VERDICTS = ['good', 'bad'];

/** Most characters that are copied of a question and an answer. */
const MAX_COPIED = 8_000;

const present = (row: Judgement): Partially<AgentEval> => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: row.organisationId,
  ticketId: row.ticketId,
  verdict: row.verdict,
  description: row.description,
  question: row.question,
  ...(row.answer !== null && { answer: row.answer }),
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** Copies a conversation's question and answer as they are now. 404 `ticket_not_found`. */
export const createEval = async (
  deps: EvalDeps,
  { ticketId, verdict, description }: CreateEvalRequest,
  context: OnceContext<CreateEvalResponse>,
): Promise<Partially<CreateEvalResponse>> => {
  const { projectId, organisationId, actor } = projectScope(context.scope);
  if (description.trim() === '') throw invalid({ field: 'description', message: 'must not be blank' });
  const exchange = await deps.readExchange(ticketId, context);
  if (!exchange) throw notFound('ticket');
  const now = deps.clock();
  const judgement: Judgement = {
    projectId,
    id: newId(now.getTime()),
    organisationId,
    ticketId,
    sessionId: exchange.sessionId ?? null,
    verdict,
    description,
    question: exchange.question.slice(0, MAX_COPIED).toWellFormed(),
    answer: exchange.answer?.slice(0, MAX_COPIED).toWellFormed() ?? null,
    createdBy: callerId(actor),
    createdAt: now,
    updatedAt: now,
  };
  const response = { eval: present(judgement) };
  await deps.db.transaction(async (tx) => {
    // Either may have been deleted since the exchange was read.
    const gone = await goneAmong(tx, projectId, [
      ticketId,
      ...(exchange.sessionId ? [exchange.sessionId] : []),
    ]);
    if (gone.size > 0) throw notFound('ticket');
    await insertJudgement(tx, judgement);
    await context.record(tx, response);
  });
  return response;
};

/** Judgements, the newest first. */
export const listEvals = async (
  { db }: Pick<EvalDeps, 'db'>,
  request: ListEvalsRequest,
  { scope }: CallContext,
): Promise<Partially<ListEvalsResponse>> => {
  for (const { field, values } of request.filter)
    if (field === 'verdict' && values.some((value) => !VERDICTS.includes(value)))
      throw invalidQuery(field, `Give one of ${VERDICTS.join(', ')}.`);
  const params: unknown[] = [projectScope(scope).projectId];
  const clauses = compileList(request, list, params);
  return { evals: (await listJudgements(db, clauses, params)).map(present) };
};

const requireJudgement = async (
  { db }: Pick<EvalDeps, 'db'>,
  id: string,
  { scope }: CallContext,
): Promise<Judgement> => {
  const found = await findJudgement(db, projectScope(scope).projectId, id);
  if (!found) throw notFound('eval');
  return found;
};

export const getEval = async (
  deps: Pick<EvalDeps, 'db'>,
  { evalId }: GetEvalRequest,
  context: CallContext,
): Promise<Partially<GetEvalResponse>> => ({ eval: present(await requireJudgement(deps, evalId, context)) });

/** Deletes a judgement; of two who do so at once one is answered 404. */
export const deleteEval = async (
  deps: Pick<EvalDeps, 'db'>,
  { evalId }: DeleteEvalRequest,
  context: CallContext,
): Promise<Partially<DeleteEvalResponse>> => {
  const found = await requireJudgement(deps, evalId, context);
  if (!(await deleteJudgement(deps.db, found.projectId, evalId))) throw notFound('eval');
  return { eval: present(found) };
};
