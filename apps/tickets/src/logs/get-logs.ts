import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { isId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  GetActivityLogsRequest,
  GetActivityLogsResponse,
  GetConsoleLogsRequest,
  GetConsoleLogsResponse,
  GetNetworkLogsRequest,
  GetNetworkLogsResponse,
  GetReplayRequest,
  GetReplayResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_logs_service';
import type { Deps } from '../deps';
import type { logFields } from '../core';
import { findLog } from './log.store';

type LogField = (typeof logFields)[number];

/** The entries of a log. A log that is no list is the only entry of one. */
const readEntries = async (
  { db }: Pick<Deps, 'db'>,
  ticketId: string,
  context: CallContext,
  field: LogField,
): Promise<unknown[]> => {
  const { projectId } = projectScope(context.scope);
  const found = isId(ticketId) ? await findLog(db, projectId, ticketId, field) : undefined;
  if (!found) throw notFound('ticket');
  if (found.log === null) return [];
  return Array.isArray(found.log) ? found.log : [found.log];
};

/** The log of the contact's console. */
export const getConsoleLogs = async (
  deps: Pick<Deps, 'db'>,
  { ticketId }: GetConsoleLogsRequest,
  context: CallContext,
): Promise<GetConsoleLogsResponse> => ({
  entries: await readEntries(deps, ticketId, context, 'consoleLog'),
});

/** The log of the contact's actions. */
export const getActivityLogs = async (
  deps: Pick<Deps, 'db'>,
  { ticketId }: GetActivityLogsRequest,
  context: CallContext,
): Promise<GetActivityLogsResponse> => ({ entries: await readEntries(deps, ticketId, context, 'actionLog') });

/** The log of the requests that the contact's page made. */
export const getNetworkLogs = async (
  deps: Pick<Deps, 'db'>,
  { ticketId }: GetNetworkLogsRequest,
  context: CallContext,
): Promise<GetNetworkLogsResponse> => ({
  entries: await readEntries(deps, ticketId, context, 'networkLogs'),
});

/** The recording of the contact. */
export const getReplay = async (
  deps: Pick<Deps, 'db'>,
  { ticketId }: GetReplayRequest,
  context: CallContext,
): Promise<GetReplayResponse> => ({ entries: await readEntries(deps, ticketId, context, 'replay') });
