import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { newId } from '@parley/persistence';
import type {
  CreateWebhookRequest,
  CreateWebhookResponse,
} from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { MAX_WEBHOOKS, newWebhookSecret, webhookHeadersContext, webhookSecretContext } from './webhook';
import { readNewWebhook } from './webhook-input';
import { webhookLimitReached } from './webhook.errors';
import { presentWebhook } from './webhook.present';
import { countWebhooks, insertWebhook, lockWebhooks } from './webhook.store';

/** Creates a webhook and shows its secret, this once. 409 WEBHOOK_LIMIT_REACHED. */
export const createWebhook = async (
  deps: Pick<Deps, 'store' | 'sealer' | 'outbound'>,
  request: CreateWebhookRequest,
  context: OnceContext<CreateWebhookResponse>,
): Promise<Partially<CreateWebhookResponse>> => {
  const scope = projectScope(context.scope);
  const { projectId, actor } = scope;
  const { headers, ...input } = readNewWebhook(deps, request);
  const id = newId();
  const secret = newWebhookSecret();
  return deps.store.transaction(async (tx) => {
    await lockWebhooks(tx, projectId);
    if ((await countWebhooks(tx, projectId)) >= MAX_WEBHOOKS) throw webhookLimitReached();
    const row = await insertWebhook(tx, projectId, {
      ...input,
      id,
      headers: deps.sealer.seal(JSON.stringify(headers), webhookHeadersContext(id)),
      secret: deps.sealer.seal(secret, webhookSecretContext(id)),
      createdBy: 'id' in actor ? actor.id : actor.type,
    });
    const response = { webhook: { ...presentWebhook(deps, row, scope), secret } };
    await context.record(tx.sql, response);
    return response;
  });
};
