import { AgentEvalsServiceDefinition as evals } from '@parley/proto/generated/parley/knowledge/v1/agent_evals_service';
import { EvalDatasetsServiceDefinition as datasets } from '@parley/proto/generated/parley/knowledge/v1/eval_datasets_service';
import { EvalRunsServiceDefinition as runs } from '@parley/proto/generated/parley/knowledge/v1/eval_runs_service';
import { operation } from '../rest';

const PAGE = { default: 50, max: 200 };
const CASES = '/agentevals/datasets/{datasetId}/cases';
const RUNS = '/agentevals/datasets/{datasetId}/runs';

const judgements = [
  operation('agent-evals.list', 'GET /agentevals', evals, 'listEvals', {
    permission: 'KNOWLEDGE_FIND',
    page: PAGE,
    out: 'evals',
  }),
  operation('agent-evals.create', 'POST /agentevals', evals, 'createEval', {
    permission: 'TICKET_UPDATE',
    out: 'eval',
    errors: ['TICKET_NOT_FOUND'],
  }),
  operation('agent-evals.get', 'GET /agentevals/{evalId}', evals, 'getEval', {
    permission: 'KNOWLEDGE_FIND',
    out: 'eval',
  }),
  operation('agent-evals.delete', 'DELETE /agentevals/{evalId}', evals, 'deleteEval', {
    permission: 'KNOWLEDGE_DELETE',
    out: 'eval',
  }),
];

const sets = [
  operation('agent-evals.list-datasets', 'GET /agentevals/datasets', datasets, 'listDatasets', {
    permission: 'KNOWLEDGE_FIND',
    page: PAGE,
    out: 'datasets',
  }),
  operation('agent-evals.create-dataset', 'POST /agentevals/datasets', datasets, 'createDataset', {
    permission: 'KNOWLEDGE_CREATE',
    out: 'dataset',
    errors: ['DATASET_NAME_TAKEN'],
  }),
  operation('agent-evals.get-dataset', 'GET /agentevals/datasets/{datasetId}', datasets, 'getDataset', {
    permission: 'KNOWLEDGE_FIND',
    out: 'dataset',
  }),
  operation('agent-evals.update-dataset', 'PUT /agentevals/datasets/{datasetId}', datasets, 'updateDataset', {
    permission: 'KNOWLEDGE_UPDATE',
    out: 'dataset',
    errors: ['DATASET_NAME_TAKEN'],
  }),
  operation(
    'agent-evals.delete-dataset',
    'DELETE /agentevals/datasets/{datasetId}',
    datasets,
    'deleteDataset',
    {
      permission: 'KNOWLEDGE_DELETE',
      out: 'dataset',
    },
  ),
  operation('agent-evals.list-cases', `GET ${CASES}`, datasets, 'listCases', {
    permission: 'KNOWLEDGE_FIND',
    page: PAGE,
    out: 'cases',
  }),
  operation('agent-evals.create-case', `POST ${CASES}`, datasets, 'createCase', {
    permission: 'KNOWLEDGE_CREATE',
    into: 'case',
    out: 'case',
    errors: ['DATASET_FULL'],
  }),
  operation('agent-evals.update-case', `PUT ${CASES}/{caseId}`, datasets, 'updateCase', {
    permission: 'KNOWLEDGE_UPDATE',
    into: 'case',
    out: 'case',
    exists: 'checkCase',
  }),
  operation('agent-evals.delete-case', `DELETE ${CASES}/{caseId}`, datasets, 'deleteCase', {
    permission: 'KNOWLEDGE_DELETE',
    out: 'case',
  }),
];

const worked = [
  operation('agent-evals.list-runs', `GET ${RUNS}`, runs, 'listRuns', {
    permission: 'KNOWLEDGE_FIND',
    page: PAGE,
    out: 'runs',
  }),
  operation('agent-evals.create-run', `POST ${RUNS}`, runs, 'createRun', {
    permission: 'KNOWLEDGE_CREATE',
    out: 'run',
    errors: ['DATASET_EMPTY', 'RUN_IN_PROGRESS'],
  }),
  operation('agent-evals.get-run', `GET ${RUNS}/{runId}`, runs, 'getRun', {
    permission: 'KNOWLEDGE_FIND',
    out: 'run',
  }),
  operation('agent-evals.delete-run', `DELETE ${RUNS}/{runId}`, runs, 'deleteRun', {
    permission: 'KNOWLEDGE_DELETE',
    out: 'run',
  }),
  operation('agent-evals.list-run-results', `GET ${RUNS}/{runId}/results`, runs, 'listRunResults', {
    permission: 'KNOWLEDGE_FIND',
    page: PAGE,
    out: 'results',
  }),
];

export const agentEvalOperations = [...judgements, ...sets, ...worked];
