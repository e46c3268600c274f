import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { type FieldProblem, invalid, notFound } from '@parley/errors';
import { compileSort, newId, runTransaction } from '@parley/persistence';
import type { EvalCase as CaseDocument } from '@parley/proto/generated/parley/knowledge/v1/eval_dataset';
import {
  CaseChanges,
  type CheckCaseRequest,
  type CreateCaseRequest,
  type CreateCaseResponse,
  type DeleteCaseRequest,
  type DeleteCaseResponse,
  type ListCasesRequest,
  type ListCasesResponse,
  NewCase,
  type UpdateCaseRequest,
  type UpdateCaseResponse,
} from '@parley/proto/generated/parley/knowledge/v1/eval_datasets_service';
import type { CallContext, Partially } from '@parley/rpc';
import { canFail, type CaseContent, type CaseScope, type EvalCase } from './case';
import { caseSortable, deleteCaseRow, findCase, listCases, saveCase } from './case.store';
import { countCases, lockDataset } from './dataset.store';
import { requireDataset } from './datasets';
import type { EvalDeps } from './deps';
import { datasetFull } from './eval.errors';
import { findJudgement } from './judgement.store';

/** Most cases of a dataset. */
export const MAX_CASES = 1_000;

const MAX_LISTED = 20;
const MAX_FACT = 300;
const MAX_SOURCE = 255;
const MAX_QUESTION = 2_000;

const present = (its: EvalCase): Partially<CaseDocument> => ({
  id: its.id,
  _id: its.id,
  dataset: its.datasetId,
  question: its.question,
  ...(its.lang !== undefined && { lang: its.lang }),
  internally: its.internally,
  ...(its.scope !== undefined && { scope: { ...its.scope } }),
  expectedFacts: its.expectedFacts,
  forbiddenFacts: its.forbiddenFacts,
  expectedSources: its.expectedSources,
  expectAnswer: its.expectAnswer,
  ...(its.evalId !== undefined && { evalId: its.evalId }),
  createdAt: its.createdAt.toISOString(),
  updatedAt: its.updatedAt.toISOString(),
});

const readList = (
  field: string,
  sent: readonly unknown[],
  most: number,
  problems: FieldProblem[],
): string[] => {
  if (sent.length > MAX_LISTED) problems.push({ field, message: `must have at most ${MAX_LISTED} entries` });
  sent.forEach((text, index) => {
    const isText = typeof text === 'string' && text.trim() !== '' && Array.from(text).length <= most;
    if (!isText)
      problems.push({ field: `${field}.${index}`, message: `must be a text of 1 to ${most} characters` });
  });
  return [...(sent as readonly string[])];
};

const cannotFail = (): Error =>
  invalid({
    field: 'expectedFacts',
    message: 'give facts or sources, or expectAnswer false: a case without any of them cannot fail',
  });

/** Checks a case as a question would be checked. */
const checkReach = async (
  deps: EvalDeps,
  projectId: string,
  { lang, internally, scope }: Pick<CaseContent, 'lang' | 'internally' | 'scope'>,
  context: CallContext,
): Promise<void> => {
  await deps.asking.read(projectId, { lang, internally, ...(scope && { scope: { ...scope } }) }, context);
};

/** Stores a case. 404 `dataset_not_found`, 409 `dataset_full`; 400 for one that cannot fail. */
export const createCase = async (
  deps: EvalDeps,
  { datasetId, case: sent = NewCase.create() }: CreateCaseRequest,
  context: OnceContext<CreateCaseResponse>,
): Promise<Partially<CreateCaseResponse>> => {
  const { projectId } = projectScope(context.scope);
  await requireDataset(deps, datasetId, context);
  const problems: FieldProblem[] = [];
  const judgement =
    sent.evalId === undefined ? undefined : await findJudgement(deps.db, projectId, sent.evalId);
  if (sent.evalId !== undefined && !judgement)
    problems.push({ field: 'evalId', message: 'is no judgement of this project' });
  const question = sent.question ?? judgement?.question.slice(0, MAX_QUESTION).toWellFormed() ?? '';
  if (question.trim() === '') problems.push({ field: 'question', message: 'is required' });
  const now = deps.clock();
  const its: EvalCase = {
    projectId,
    datasetId,
    id: newId(now.getTime()),
    question,
    lang: sent.lang,
    internally: sent.internally ?? false,
    scope: sent.scope as CaseScope | undefined,
    expectedFacts: readList('expectedFacts', sent.expectedFacts, MAX_FACT, problems),
    forbiddenFacts: readList('forbiddenFacts', sent.forbiddenFacts, MAX_FACT, problems),
    expectedSources: readList('expectedSources', sent.expectedSources, MAX_SOURCE, problems),
    expectAnswer: sent.expectAnswer ?? true,
    evalId: sent.evalId,
    createdAt: now,
    updatedAt: now,
  };
  if (problems.length > 0) throw invalid(problems);
  if (!canFail(its)) throw cannotFail();
  await checkReach(deps, projectId, its, context);
  const response = { case: present(its) };
  await runTransaction(deps.db, async (tx) => {
    const dataset = await lockDataset(tx, projectId, datasetId);
    if (!dataset) throw notFound('dataset');
    if (dataset.caseCount >= MAX_CASES) throw datasetFull(MAX_CASES);
    await saveCase(tx, its);
    await countCases(tx, projectId, datasetId, 1);
    await context.record(tx, response);
  });
  return response;
};

/** The cases of a dataset, the oldest first unless asked for another order. */
export const answerCases = async (
  deps: Pick<EvalDeps, 'db'>,
  { datasetId, skip, limit, sort }: ListCasesRequest,
  context: CallContext,
): Promise<Partially<ListCasesResponse>> => {
  const page = { skip, limit, orderBy: compileSort(sort, caseSortable, 'createdAt') };
  const { projectId } = await requireDataset(deps, datasetId, context);
  return { cases: (await listCases(deps.db, { projectId, datasetId }, page)).map(present) };
};

const requireCase = async (
  deps: Pick<EvalDeps, 'db'>,
  { datasetId, caseId }: CheckCaseRequest,
  context: CallContext,
): Promise<EvalCase> => {
  const { projectId } = await requireDataset(deps, datasetId, context);
  const found = await findCase(deps.db, { projectId, datasetId }, caseId);
  if (!found) throw notFound('case');
  return found;
};

/** Says whether a case is there. 404 `dataset_not_found`, `case_not_found`. */
export const checkCase = async (
  deps: Pick<EvalDeps, 'db'>,
  request: CheckCaseRequest,
  context: CallContext,
): Promise<Record<string, never>> => {
  await requireCase(deps, request, context);
  return {};
};

/** What null makes of each field that it clears. */
const cleared: Partial<CaseContent> = {
  lang: undefined,
  internally: false,
  scope: undefined,
  expectedFacts: [],
  forbiddenFacts: [],
  expectedSources: [],
  expectAnswer: true,
};

const readPatch = ({ case: sent = CaseChanges.create(), nulls }: UpdateCaseRequest): Partial<CaseContent> => {
  const problems: FieldProblem[] = [];
  if (nulls.includes('question')) problems.push({ field: 'question', message: 'cannot be cleared' });
  if (sent.question !== undefined && sent.question.trim() === '')
    problems.push({ field: 'question', message: 'must not be blank' });
  const { expectedFacts, forbiddenFacts, expectedSources } = sent;
  const patch: Partial<CaseContent> = {
    ...(sent.question !== undefined && { question: sent.question }),
    ...(sent.lang !== undefined && { lang: sent.lang }),
    ...(sent.internally !== undefined && { internally: sent.internally }),
    ...(sent.scope !== undefined && { scope: sent.scope as CaseScope }),
    ...(expectedFacts && { expectedFacts: readList('expectedFacts', expectedFacts, MAX_FACT, problems) }),
    ...(forbiddenFacts && { forbiddenFacts: readList('forbiddenFacts', forbiddenFacts, MAX_FACT, problems) }),
    ...(expectedSources && {
      expectedSources: readList('expectedSources', expectedSources, MAX_SOURCE, problems),
    }),
    ...(sent.expectAnswer !== undefined && { expectAnswer: sent.expectAnswer }),
  };
  if (problems.length > 0) throw invalid(problems);
  const names = (Object.keys(cleared) as (keyof CaseContent)[]).filter((name) => nulls.includes(name));
  return { ...patch, ...Object.fromEntries(names.map((name) => [name, cleared[name]])) };
};

/** Changes a case. 404 `dataset_not_found`, `case_not_found`; 400 when it could not fail any more. */
export const updateCase = async (
  deps: EvalDeps,
  request: UpdateCaseRequest,
  context: CallContext,
): Promise<Partially<UpdateCaseResponse>> => {
  const { datasetId, caseId } = request;
  const { projectId } = await requireCase(deps, request, context);
  const patch = readPatch(request);
  await checkReach(deps, projectId, { internally: false, ...patch }, context);
  const its = await runTransaction(deps.db, async (tx) => {
    if (!(await lockDataset(tx, projectId, datasetId))) throw notFound('dataset');
    const before = await findCase(tx, { projectId, datasetId }, caseId);
    if (!before) throw notFound('case');
    const after: EvalCase = { ...before, ...patch, updatedAt: deps.clock() };
    if (!canFail(after)) throw cannotFail();
    await saveCase(tx, after);
    return after;
  });
  return { case: present(its) };
};

/** Deletes a case. 404 `dataset_not_found`, `case_not_found`. */
export const deleteCase = async (
  deps: EvalDeps,
  { datasetId, caseId }: DeleteCaseRequest,
  { scope }: CallContext,
): Promise<Partially<DeleteCaseResponse>> => {
  const { projectId } = projectScope(scope);
  const its = await runTransaction(deps.db, async (tx) => {
    if (!(await lockDataset(tx, projectId, datasetId))) throw notFound('dataset');
    const found = await findCase(tx, { projectId, datasetId }, caseId);
    if (!found) throw notFound('case');
    await deleteCaseRow(tx, { projectId, datasetId }, caseId);
    await countCases(tx, projectId, datasetId, -1);
    return found;
  });
  return { case: present(its) };
};
