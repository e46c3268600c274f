import { demand, projectScope, type Scope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { notFound } from '@parley/errors';
import { FIRST_RANK, isId, newId, rankAfter, timeOfId } from '@parley/persistence';
import type {
  CheckViewRequest,
  CheckViewResponse,
  CreateViewRequest,
  CreateViewResponse,
  DeleteViewRequest,
  DeleteViewResponse,
  ListViewsRequest,
  ListViewsResponse,
  UpdateViewRequest,
  UpdateViewResponse,
  View,
} from '@parley/proto/generated/parley/workspace/v1/views_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { lockProject } from '../projects';
import { readViewChange } from './view-change';
import {
  deleteViewRow,
  findLastRank,
  listViewRows,
  lockView,
  saveView,
  seesView,
  type ViewRow,
} from './view.store';

interface Owner {
  projectId: string;
  organisationId: string;
  userId: string;
}

const findOwner = ({ scope }: CallContext): Owner => {
  const { projectId, organisationId, actor } = projectScope(scope);
  return { projectId, organisationId, userId: 'id' in actor ? actor.id : '' };
};

const present = ({ projectId, ...row }: ViewRow, { organisationId }: Owner): Partially<View> => ({
  ...row,
  _id: row.id,
  project: projectId,
  organisation: organisationId,
  sort: row.sort ?? undefined,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** Views of the whole team are changed by those who may change tickets. */
const demandShared = (scope: Scope, ...views: Pick<ViewRow, 'shared'>[]): void => {
  if (views.some(({ shared }) => shared)) demand(scope, 'TICKET_UPDATE');
};

/** The caller's views and the shared ones. */
export const listViews = async (
  { store }: Deps,
  request: ListViewsRequest,
  context: CallContext,
): Promise<Partially<ListViewsResponse>> => {
  const owner = findOwner(context);
  const rows = await listViewRows(store.sql, owner.projectId, owner.userId, request);
  return { views: rows.map((row) => present(row, owner)) };
};

/** Creates a view of the caller, after the last one unless the caller says where. */
export const createView = async (
  { store }: Deps,
  request: CreateViewRequest,
  context: OnceContext<CreateViewResponse>,
): Promise<Partially<CreateViewResponse>> => {
  const owner = findOwner(context);
  const { projectId, userId } = owner;
  const id = newId();
  const at = timeOfId(id);
  const change = readViewChange(request);
  demandShared(context.scope, { shared: false, ...change });
  return store.transaction(async (tx) => {
    // Two creates at once would otherwise take the same place.
    await lockProject(tx, projectId);
    const last = await findLastRank(tx.sql, projectId);
    const row: ViewRow = {
      ...{ projectId, id, name: request.name, filter: {}, sort: null, shared: false, createdBy: userId },
      lexorank: last === undefined ? FIRST_RANK : rankAfter(last),
      ...change,
      createdAt: at,
      updatedAt: at,
    };
    await saveView(tx.sql, row);
    const response = { view: present(row, owner) };
    await context.record(tx.sql, response);
    return response;
  });
};

const withLocked = async (
  { store }: Deps,
  context: CallContext,
  viewId: string,
  work: (row: ViewRow, sql: Parameters<typeof saveView>[0]) => Promise<ViewRow>,
): Promise<{ view: Partially<View> }> => {
  const owner = findOwner(context);
  const { projectId, userId } = owner;
  if (!isId(viewId)) throw notFound('view');
  const row = await store.transaction(async (tx) => {
    const found = await lockView(tx.sql, projectId, userId, viewId);
    if (!found) throw notFound('view');
    return work(found, tx.sql);
  });
  return { view: present(row, owner) };
};

/** Changes a view that the caller sees. */
export const updateView = (
  deps: Deps,
  { viewId, ...request }: UpdateViewRequest,
  context: CallContext,
): Promise<Partially<UpdateViewResponse>> =>
  withLocked(deps, context, viewId, async (before, sql) => {
    const after = { ...before, ...readViewChange(request), updatedAt: deps.clock() };
    demandShared(context.scope, before, after);
    await saveView(sql, after);
    return after;
  });

/** Deletes a view that the caller sees, and answers its last state. */
export const deleteView = (
  deps: Deps,
  { viewId }: DeleteViewRequest,
  context: CallContext,
): Promise<Partially<DeleteViewResponse>> =>
  withLocked(deps, context, viewId, async (row, sql) => {
    demandShared(context.scope, row);
    await deleteViewRow(sql, row.projectId, row.id);
    return row;
  });

/** 404 unless the caller sees the view. */
export const checkView = async (
  { store }: Deps,
  { viewId }: CheckViewRequest,
  context: CallContext,
): Promise<Partially<CheckViewResponse>> => {
  const { projectId, userId } = findOwner(context);
  if (!isId(viewId) || !(await seesView(store.sql, projectId, userId, viewId))) throw notFound('view');
  return {};
};
