import { randomBytes } from 'node:crypto';

/** The events that a webhook can subscribe to. */
export const webhookEvents = [
  'TICKET_CREATED',
  'TICKET_UPDATED',
  'TICKET_DELETED',
  'MESSAGE_CREATED',
  'MESSAGE_UPDATED',
  'SESSION_CREATED',
  'SESSION_UPDATED',
  'CONVERSATION_RATED',
  'ARTICLE_PUBLISHED',
  'PIPELINE_ENTRY_CREATED',
  'PIPELINE_ENTRY_UPDATED',
  'PIPELINE_ENTRY_MOVED',
  'PIPELINE_ENTRY_DELETED',
  'MAILBOX_FAILING',
  'MESSAGE_BOUNCED',
  'SURVEY_ANSWERED',
] as const;

export type WebhookEventName = (typeof webhookEvents)[number];

/** Durable consumers that feed webhooks, one for each service with such events. */
export const WEBHOOK_DURABLES = [
  'workspace-webhooks-tickets',
  'workspace-webhooks-contacts',
  'workspace-webhooks-helpcenter',
  'workspace-webhooks-pipelines',
  'workspace-webhooks-mail',
  'workspace-webhooks-engagement',
] as const;

/** Most webhooks of a project. */
export const MAX_WEBHOOKS = 50;

const SECRET_BYTES = 32;

/** A new signing secret, as Standard Webhooks writes one. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/** The context for sealing a webhook's signing secret. */
export const webhookSecretContext = (id: string): string => `webhook:${id}:secret`;

/** The context for sealing a webhook's headers. */
export const webhookHeadersContext = (id: string): string => `webhook:${id}:headers`;

/** A header that is sent along. */
export interface Header {
  key: string;
  value: string;
}
