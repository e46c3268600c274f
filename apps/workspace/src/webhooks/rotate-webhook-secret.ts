import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { notFound } from '@parley/errors';
import type {
  RotateWebhookSecretRequest,
  RotateWebhookSecretResponse,
} from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { withFormer } from '../secrets';
import { newWebhookSecret, webhookSecretContext } from './webhook';
import { presentWebhook } from './webhook.present';
import { lockWebhook, updateWebhookRow } from './webhook.store';

/** Replaces a webhook's secret and shows the new one, this once; the old one signs beside it for 24 hours. */
export const rotateWebhookSecret = async (
  deps: Pick<Deps, 'store' | 'sealer' | 'clock'>,
  { webhookId }: RotateWebhookSecretRequest,
  context: OnceContext<RotateWebhookSecretResponse>,
): Promise<Partially<RotateWebhookSecretResponse>> => {
  const scope = projectScope(context.scope);
  const secret = newWebhookSecret();
  return deps.store.transaction(async (tx) => {
    const before = await lockWebhook(tx, scope.projectId, webhookId);
    const row =
      before &&
      (await updateWebhookRow(tx, scope.projectId, webhookId, {
        secret: deps.sealer.seal(secret, webhookSecretContext(webhookId)),
        formerSecrets: withFormer(before.formerSecrets, before.secret, deps.clock()),
      }));
    if (!row) throw notFound('webhook');
    const response = { webhook: { ...presentWebhook(deps, row, scope), secret } };
    await context.record(tx.sql, response);
    return response;
  });
};
