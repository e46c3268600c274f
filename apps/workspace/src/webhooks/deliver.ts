import { liveSecrets } from '../secrets';
import type { Deps } from '../deps';
import { reportDelivered, reportFailed } from './delivery-report.store';
import { disableWebhook } from './disable-webhook';
import type { DueDelivery, Target } from './due-delivery.store';
import { FAILING_MS, retryDelay } from './retry';
import { type Outcome, sendDelivery } from './send-delivery';
import { makeMessageId, signedHeaders } from './sign-delivery';
import { webhookSecretContext } from './webhook';
import { openHeaders } from './webhook.present';

/** What deliveries are made with. */
export type DeliverDeps = Pick<
  Deps,
  'store' | 'db' | 'events' | 'mailFrom' | 'sealer' | 'outbound' | 'clock' | 'log'
>;

const attempt = (
  { sealer, outbound }: Pick<Deps, 'sealer' | 'outbound'>,
  { webhookId, eventId, body }: DueDelivery & { body: string },
  target: Target,
  { at, signal }: { at: Date; signal: AbortSignal },
): Promise<Outcome> => {
  const context = webhookSecretContext(webhookId);
  const secrets = [
    sealer.open(target.secret, context),
    ...liveSecrets(sealer, target.formerSecrets, context, at),
  ];
  const headers = openHeaders({ sealer }, { id: webhookId, headers: target.headers });
  const signature = signedHeaders({ messageId: makeMessageId(eventId), body }, secrets, at);
  return sendDelivery(outbound, { url: target.url, headers, signature, body }, { at, signal });
};

const settleFailure = async (
  deps: DeliverDeps,
  delivery: DueDelivery,
  { attempt: made, isGone, pauseMs }: Outcome,
): Promise<void> => {
  const now = deps.clock();
  const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
  const delay = isGone ? undefined : retryDelay(delivery.tries + 1, Math.random());
  const failure = {
    attempt: made,
    now,
    next: delay === undefined ? undefined : later(Math.max(delay, pauseMs ?? 0)),
    pausedUntil: pauseMs === undefined ? undefined : later(pauseMs),
  };
  const isDisabled = await deps.db.transaction(async (tx) => {
    const failingSince = await reportFailed(tx, delivery, failure);
    if (!failingSince) return false;
    if (isGone) return disableWebhook(deps, tx, delivery, 'gone');
    if (now.getTime() - failingSince.getTime() < FAILING_MS) return false;
    return disableWebhook(deps, tx, delivery, 'failing');
  });
  const { projectId, webhookId, id } = delivery;
  deps.log.debug({ projectId, webhookId, delivery: id, status: made.status }, 'Webhook not acknowledged');
  if (!isDisabled) return;
  deps.log.warn({ projectId, webhookId }, 'Webhook disabled');
  deps.events.wake();
};

/**
 * Makes one attempt to deliver and stores the result; answers whether the receiver acknowledged it. If `signal` aborts it, or the
 * delivery is deleted during the attempt, nothing is stored.
 */
export const deliver = async (
  deps: DeliverDeps & { findBody(delivery: DueDelivery): Promise<string | undefined> },
  delivery: DueDelivery,
  target: Target,
  signal: AbortSignal,
): Promise<boolean> => {
  const body = await deps.findBody(delivery);
  if (body === undefined) return true;
  let outcome: Outcome;
  try {
    outcome = await attempt(deps, { ...delivery, body }, target, { at: deps.clock(), signal });
  } catch (error) {
    if (signal.aborted) return true;
    throw error;
  }
  if (outcome.isAcknowledged) await reportDelivered(deps.store.sql, delivery, outcome.attempt, deps.clock());
  else await settleFailure(deps, delivery, outcome);
  return outcome.isAcknowledged;
};
