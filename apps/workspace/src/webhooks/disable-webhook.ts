import type { NewEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import type { Deps } from '../deps';
import { type AccountMail, enqueueAccountMail } from '../users';
import { disableRow, findAdminAddresses } from './disable-webhook.store';

/**
 * Why the server disables a webhook: it answered 410, nothing was acknowledged for five days, or processes that sent to it died
 * again and again.
 */
export type DisableReason = 'gone' | 'failing' | 'crashing';

const causes: Record<DisableReason, string> = {
  gone: 'It answered a request with 410 Gone.',
  failing: 'It has not acknowledged a request for five days.',
  crashing: 'The server stopped three times while it sent to it.',
};

const disabledMail = (to: string, url: string, reason: DisableReason): AccountMail => ({
  to,
  subject: 'A webhook was disabled',
  text: [
    'Hello,',
    '',
    'a webhook of your project was disabled:',
    url,
    '',
    causes[reason],
    '',
    'Deliveries that wait are kept. Once the webhook is enabled again they go on; those that failed can be sent again.',
    '',
  ].join('\n'),
});

const webhookDisabledEvent = (projectId: string, webhookId: string, reason: DisableReason): NewEvent => ({
  subject: 'workspace.v1.webhook.disabled',
  projectId,
  aggregateId: webhookId,
  payload: { projectId, webhookId, reason },
});

/** Disables an enabled webhook, and informs the services and the project's admins. Answers whether it did. */
export const disableWebhook = async (
  deps: Pick<Deps, 'events' | 'mailFrom'>,
  tx: Sql,
  { projectId, webhookId }: { projectId: string; webhookId: string },
  reason: DisableReason,
): Promise<boolean> => {
  const url = await disableRow(tx, projectId, webhookId, reason);
  if (url === undefined) return false;
  await deps.events.append(tx, [webhookDisabledEvent(projectId, webhookId, reason)]);
  for (const address of await findAdminAddresses(tx, projectId))
    await enqueueAccountMail(deps, tx, disabledMail(address, url, reason));
  return true;
};
