import { projectScope } from '@parley/auth';
import { type FieldProblem, invalid, notFound, tooLarge } from '@parley/errors';
import { isObject } from '@parley/json';
import type { CallContext } from '@parley/rpc';
import type {
  SetNetworkLogsRequest,
  SetNetworkLogsResponse,
} from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import type { Deps } from '../deps';
import { requireConversation } from '../core';
import { replaceNetworkLogs } from './network-log.store';

export const MAX_NETWORK_LOGS = 100;
export const MAX_NETWORK_LOG_BYTES = 2_097_152;

const check = (logs: readonly unknown[]): string => {
  if (logs.length > MAX_NETWORK_LOGS)
    throw invalid({ field: 'networkLogs', message: `must have at most ${MAX_NETWORK_LOGS} elements` });
  const problems: FieldProblem[] = logs.flatMap((log, index) =>
    isObject(log) ? [] : [{ field: `networkLogs.${index}`, message: 'must be an object' }],
  );
  if (problems.length > 0) throw invalid(problems);
  const json = JSON.stringify(logs);
  const bytes = Buffer.byteLength(json);
  if (bytes > MAX_NETWORK_LOG_BYTES)
    throw tooLarge(`networkLogs has ${bytes} bytes of JSON, at most ${MAX_NETWORK_LOG_BYTES} are possible.`);
  return json;
};

/** Replaces the network logs of the ticket, for the team. Emits no event and changes no time. */
export const setNetworkLogs = async (
  { db }: Pick<Deps, 'db'>,
  request: SetNetworkLogsRequest,
  context: CallContext,
): Promise<SetNetworkLogsResponse> => {
  const { projectId } = projectScope(context.scope);
  if (!request.networkLogs) throw invalid({ field: 'networkLogs', message: 'is required' });
  const logs = request.networkLogs as readonly unknown[];
  const json = check(logs);
  const { id, contactId } = await requireConversation(db, projectId, request);
  if (!(await replaceNetworkLogs(db, { projectId, id, contactId }, json))) throw notFound('conversation');
  return { count: logs.length };
};
