import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { compileList, type ListFields, type Sql } from '@parley/persistence';
import type {
  GetWorkflowRequest,
  GetWorkflowResponse,
  ListWorkflowsRequest,
  ListWorkflowsResponse,
} from '@parley/proto/generated/parley/s2s/v1/workflows_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import type { Workflow } from '../core';
import { presentWorkflow } from './workflow.present';
import { findWorkflow, listWorkflowRows } from './workflow.store';

const list: ListFields = {
  fields: {
    id: { column: 'w.id', type: 'id' },
    name: { column: 'w.name', type: 'text' },
    description: { column: 'w.description', type: 'text' },
    'trigger.event': { column: 'w.event', type: 'text' },
    'trigger.channel': { column: 'w.channel', type: 'text' },
    'trigger.manual': { column: 'w.manual', type: 'boolean' },
    start: { column: 'w.start', type: 'text' },
    enabled: { column: 'w.enabled', type: 'boolean' },
    version: { column: 'w.version', type: 'integer' },
    createdBy: { column: 'w.created_by', type: 'id' },
    createdAt: { column: 'w.created_at', type: 'date' },
    updatedAt: { column: 'w.updated_at', type: 'date' },
  },
  order: '-createdAt',
  page: { default: 50, max: 100 },
};

/** A workflow of the project. 404 `workflow_not_found`. */
export const requireWorkflow = async (sql: Sql, projectId: string, id: string): Promise<Workflow> => {
  const found = await findWorkflow(sql, projectId, id);
  if (!found) throw notFound('workflow');
  return found;
};

/** Workflows of the project. */
export const listWorkflows = async (
  { db }: Pick<Deps, 'db'>,
  request: ListWorkflowsRequest,
  { scope }: CallContext,
): Promise<Partially<ListWorkflowsResponse>> => {
  const params: unknown[] = [projectScope(scope).projectId];
  const clauses = compileList(request, list, params);
  return { workflows: (await listWorkflowRows(db, clauses, params)).map(presentWorkflow) };
};

/** A workflow's document. 404 `workflow_not_found`. */
export const getWorkflow = async (
  { db }: Pick<Deps, 'db'>,
  { workflowId }: GetWorkflowRequest,
  { scope }: CallContext,
): Promise<Partially<GetWorkflowResponse>> => ({
  workflow: presentWorkflow(await requireWorkflow(db, projectScope(scope).projectId, workflowId)),
});
