import { forbidden } from '@parley/errors';
import { compilePage, compileSort, invalidQuery } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  ListUnifiedInboxRequest,
  ListUnifiedInboxResponse,
} from '@parley/proto/generated/parley/tickets/v1/inbox_service';
import type { Deps } from '../deps';
import { ticketFields, ticketSortable } from '../tickets';
import { ticketView } from '../core';
import { accessibleProjects } from './accessible-projects';
import { findInbox, type Preset, presets } from './inbox.store';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 100;

const findPreset = (type: string): Preset => {
  const preset = Object.hasOwn(presets, type) ? presets[type as keyof typeof presets] : undefined;
  if (!preset) throw invalidQuery('type', `Use one of ${Object.keys(presets).join(', ')}.`);
  return preset;
};

/** The projects of the list: all, or the one asked for. */
const chosen = (projectIds: readonly string[], filtered: string | undefined): readonly string[] => {
  if (!filtered) return projectIds;
  if (projectIds.includes(filtered)) return [filtered];
  throw forbidden('PROJECT_FORBIDDEN', 'You are not a member of this project, or it does not exist.');
};

/** A page of the caller's open tickets in all projects, newest activity first unless another order is requested. */
export const listUnifiedInbox = async (
  deps: Deps,
  { type, filteredProjectId, page = 1, sort, fields, ...query }: ListUnifiedInboxRequest,
  context: CallContext,
): Promise<ListUnifiedInboxResponse> => {
  const preset = findPreset(type ?? 'my');
  if (page < 1) throw invalidQuery('page', 'Pages are counted from 1.');
  const { skip, limit } = compilePage(query, { default: DEFAULT_LIMIT, max: MAX_LIMIT });
  const orderBy = compileSort(sort, ticketSortable, '-lastActivity', ticketFields);
  const { userId, projectIds } = await accessibleProjects(deps, context);
  const view = ticketView(fields);
  const shown = {
    projectIds: chosen(projectIds, filteredProjectId),
    userId,
    preset,
    now: deps.clock(),
    skip: (page - 1) * limit + skip,
    limit,
    orderBy,
  };
  const rows = await findInbox(deps.db, shown, view);
  return { tickets: rows.map(view.present) };
};
