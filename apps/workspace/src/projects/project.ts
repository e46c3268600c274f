import { randomBytes } from 'node:crypto';

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

/** The sealing context of a provider's credentials. */
export const integrationContext = (projectId: string, provider: string): string =>
  `project:${projectId}:integration:${provider}`;
