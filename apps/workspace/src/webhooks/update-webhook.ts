import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  UpdateWebhookRequest,
  UpdateWebhookResponse,
} from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import { hastenJob } from '@parley/jobs';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { webhookHeadersContext } from './webhook';
import { webhookJob } from './webhook-jobs';
import { readWebhookChange, type WebhookInput } from './webhook-input';
import { presentWebhook } from './webhook.present';
import { findWebhook, updateWebhookRow, type WebhookChange } from './webhook.store';

/** A caller that enables a webhook, or sets another address, declares that earlier failures no longer count. */
const forgotten: WebhookChange = { disabledReason: null, failingSince: null, pausedUntil: null };

const toChange = (
  { sealer }: Pick<Deps, 'sealer'>,
  id: string,
  { headers, ...rest }: WebhookInput,
): WebhookChange => ({
  ...rest,
  ...(headers && { headers: sealer.seal(JSON.stringify(headers), webhookHeadersContext(id)) }),
  ...(rest.enabled && forgotten),
  ...(rest.url !== undefined && { failingSince: null, pausedUntil: null }),
});

/** Changes a webhook. 404 outside the project. */
export const updateWebhook = async (
  deps: Pick<Deps, 'store' | 'sealer' | 'outbound' | 'clock'>,
  request: UpdateWebhookRequest,
  context: CallContext,
): Promise<Partially<UpdateWebhookResponse>> => {
  const scope = projectScope(context.scope);
  const { webhookId } = request;
  // A missing component is reported before problems of the change.
  if (!(await findWebhook(deps.store, scope.projectId, webhookId))) throw notFound('webhook');
  const change = toChange(deps, webhookId, readWebhookChange(deps, request));
  const row = await deps.store.transaction(async (tx) => {
    const place = { projectId: scope.projectId, key: webhookId };
    await hastenJob(tx.sql, webhookJob, {}, { ...place, now: deps.clock() });
    return updateWebhookRow(tx, scope.projectId, webhookId, change);
  });
  if (!row) throw notFound('webhook');
  return { webhook: presentWebhook(deps, row, scope) };
};
