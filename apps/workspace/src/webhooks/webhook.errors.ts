import { conflict, type DomainError } from '@parley/errors';
import { MAX_WEBHOOKS } from './webhook';

/** 409 WEBHOOK_LIMIT_REACHED: the project has 50 webhooks. */
export const webhookLimitReached = (): DomainError =>
  conflict(
    'WEBHOOK_LIMIT_REACHED',
    `The project has ${MAX_WEBHOOKS} webhooks, the most possible. Delete one first.`,
  );
