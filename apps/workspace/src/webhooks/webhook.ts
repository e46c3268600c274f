import { randomBytes } from 'node:crypto';

/** What a webhook can be told of. */
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
] as const;

export type WebhookEventName = (typeof webhookEvents)[number];

/** Durables that feed webhooks, one for each service that something is told of. */
export const WEBHOOK_DURABLES = [
  'workspace-webhooks-tickets',
  'workspace-webhooks-contacts',
  'workspace-webhooks-helpcenter',
  'workspace-webhooks-pipelines',
] as const;

/** Most webhooks of a project. */
export const MAX_WEBHOOKS = 50;

const SECRET_BYTES = 32;

/** A new signing secret, as Standard Webhooks writes one. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/** What a webhook's signing secret is sealed for. */
export const webhookSecretContext = (id: string): string => `webhook:${id}:secret`;

/** What a webhook's headers are sealed for. */
export const webhookHeadersContext = (id: string): string => `webhook:${id}:headers`;

/** A header that is sent along. */
export interface Header {
  key: string;
  value: string;
}
