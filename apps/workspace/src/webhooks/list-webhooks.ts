import { projectScope } from '@parley/auth';
import type {
  ListWebhooksRequest,
  ListWebhooksResponse,
} from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentWebhook } from './webhook.present';
import { listWebhookRows } from './webhook.store';

/** Lists the project's webhooks, oldest first unless asked for another order. */
export const listWebhooks = async (
  deps: Pick<Deps, 'store' | 'sealer'>,
  request: ListWebhooksRequest,
  context: CallContext,
): Promise<Partially<ListWebhooksResponse>> => {
  const scope = projectScope(context.scope);
  const rows = await listWebhookRows(deps.store, scope.projectId, request);
  return { webhooks: rows.map((row) => presentWebhook(deps, row, scope)) };
};
