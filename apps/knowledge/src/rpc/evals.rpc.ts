import { AgentEvalsServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/agent_evals_service';
import { EvalDatasetsServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/eval_datasets_service';
import { EvalRunsServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/eval_runs_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import {
  answerCases,
  checkCase,
  createCase,
  deleteCase,
  updateCase,
  answerDataset,
  answerDatasets,
  createDataset,
  deleteDataset,
  updateDataset,
  type EvalDeps,
  createEval,
  deleteEval,
  getEval,
  listEvals,
  answerResults,
  answerRun,
  answerRuns,
  createRun,
  deleteRun,
} from '../evals';

const { methods: evals } = AgentEvalsServiceDefinition;
const { methods: datasets } = EvalDatasetsServiceDefinition;
const { methods: runs } = EvalRunsServiceDefinition;

const agentEvalsRpc = (deps: EvalDeps): ServiceImplementation =>
  implement(AgentEvalsServiceDefinition, {
    listEvals: (request, context) => listEvals(deps, request, context),
    createEval: deps.effects.once(evals.createEval, (request, context) => createEval(deps, request, context)),
    getEval: (request, context) => getEval(deps, request, context),
    deleteEval: (request, context) => deleteEval(deps, request, context),
  });

const evalDatasetsRpc = (deps: EvalDeps): ServiceImplementation =>
  implement(EvalDatasetsServiceDefinition, {
    listDatasets: (request, context) => answerDatasets(deps, request, context),
    createDataset: deps.effects.once(datasets.createDataset, (request, context) =>
      createDataset(deps, request, context),
    ),
    getDataset: (request, context) => answerDataset(deps, request, context),
    updateDataset: (request, context) => updateDataset(deps, request, context),
    deleteDataset: (request, context) => deleteDataset(deps, request, context),
    listCases: (request, context) => answerCases(deps, request, context),
    createCase: deps.effects.once(datasets.createCase, (request, context) =>
      createCase(deps, request, context),
    ),
    updateCase: (request, context) => updateCase(deps, request, context),
    deleteCase: (request, context) => deleteCase(deps, request, context),
    checkCase: (request, context) => checkCase(deps, request, context),
  });

const evalRunsRpc = (deps: EvalDeps): ServiceImplementation =>
  implement(EvalRunsServiceDefinition, {
    listRuns: (request, context) => answerRuns(deps, request, context),
    createRun: deps.effects.once(runs.createRun, (request, context) => createRun(deps, request, context)),
    getRun: (request, context) => answerRun(deps, request, context),
    deleteRun: (request, context) => deleteRun(deps, request, context),
    listRunResults: (request, context) => answerResults(deps, request, context),
  });

/** Judgements, datasets and runs. */
export const evalsRpc = (deps: EvalDeps): ServiceImplementation[] => [
  agentEvalsRpc(deps),
  evalDatasetsRpc(deps),
  evalRunsRpc(deps),
];
