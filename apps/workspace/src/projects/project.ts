import { createHash, randomBytes } from 'node:crypto';

const KEY_BYTES = 24;
const SECRET_BYTES = 32;

/** Default settings of a project. */
export const projectDefaults = {
  defaultLanguage: 'en',
  languages: ['en'],
  allowedDomains: [] as string[],
  identityVerification: true,
  ticketStatuses: ['OPEN', 'INPROGRESS', 'DONE', 'SNOOZED'],
  ticketTypes: ['BUG', 'FEATURE_REQUEST', 'INQUIRY', 'CRASH', 'SURVEY', 'BOT'],
};

/** Feature switches by name. */
export type Features = Record<string, boolean>;

const featureDefaults: Features = { contactMemory: true };

/** The switches in force: the stored ones over the defaults. */
export const effectiveFeatures = (stored: Features): Features => ({ ...featureDefaults, ...stored });

/** A new public key of the widget. */
export const newApiToken = (): string => `pk_${randomBytes(KEY_BYTES).toString('base64url')}`;

/** A new secret that signs widget sessions. */
export const newSessionSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** The sealing context of a project's session secret. */
export const sessionSecretContext = (projectId: string): string => `project:${projectId}:session-secret`;

/** A new key of the customer's own server. */
export const newSecretKey = (): string => `sk_${randomBytes(SECRET_BYTES).toString('base64url')}`;

/** SHA-256 of a secret key, hex. The key is random, so a fast hash cannot be guessed back. */
export const secretKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The sealing context of a project's secret key. */
export const secretKeyContext = (projectId: string): string => `project:${projectId}:secret-key`;

/** The sealing context of a provider's credentials. */
export const integrationContext = (projectId: string, provider: string): string =>
  `project:${projectId}:integration:${provider}`;
