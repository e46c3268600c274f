import type { ProjectScope } from '@parley/auth';
import type { Webhook } from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { type Header, webhookHeadersContext } from './webhook';
import type { WebhookRow } from './webhook.store';

/** The headers of a stored webhook, opened. */
export const openHeaders = (
  { sealer }: Pick<Deps, 'sealer'>,
  { id, headers }: Pick<WebhookRow, 'id' | 'headers'>,
): Header[] => JSON.parse(sealer.open(headers, webhookHeadersContext(id))) as Header[];

/** A stored webhook as the public document. Values of headers are secrets that only admins see; its own secret is never shown. */
export const presentWebhook = (
  deps: Pick<Deps, 'sealer'>,
  row: WebhookRow,
  { organisationId, role }: Pick<ProjectScope, 'organisationId' | 'role'>,
): Partially<Webhook> => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: organisationId,
  name: row.name ?? undefined,
  url: row.url,
  enabled: row.enabled,
  events: row.events,
  headers: openHeaders(deps, row).map(({ key, value }) => ({ key, ...(role === 'admin' && { value }) })),
  filters: { ticketTypes: row.ticketTypes },
  disabledReason: row.disabledReason ?? undefined,
  failingSince: row.failingSince?.toISOString(),
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
