import { conflict, type DomainError, notFound } from '@parley/errors';
import { MAX_WEBHOOKS } from './webhook';

/** 404 WEBHOOK_NOT_FOUND: no such webhook in this project. */
export const webhookNotFound = (): DomainError => notFound('webhook');

/** 404 WEBHOOK_DELIVERY_NOT_FOUND: the webhook has no such delivery, or no longer. */
export const webhookDeliveryNotFound = (): DomainError => notFound('webhook_delivery');

/** 409 WEBHOOK_LIMIT_REACHED: the project has 50 webhooks. */
export const webhookLimitReached = (): DomainError =>
  conflict(
    'WEBHOOK_LIMIT_REACHED',
    `The project has ${MAX_WEBHOOKS} webhooks, the most possible. Delete one first.`,
  );

/** 409 WEBHOOK_DISABLED: nothing is sent to it. */
export const webhookDisabled = (): DomainError => conflict('WEBHOOK_DISABLED');
