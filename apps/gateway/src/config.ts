import { type ConfigOf, type Environment, defineConfig, int, list, loadConfig, oneOf, readEnvironment, text, url } from '@parley/config';
import { logLevels } from '@parley/telemetry';

/** Settings of the gateway, however it is composed. */
export const gatewayTable = defineConfig({
  host: text('HOST', '0.0.0.0', { description: 'Address to listen on.' }),
  port: int('PORT', 3000, { min: 0, max: 65_535, description: 'Port to listen on; 0 takes a free one.' }),
  trustedProxies: list('TRUSTED_PROXIES', [], {
    description: 'Addresses and networks of proxies whose X-Forwarded-For is believed.',
  }),
  rateLimitPerMinute: int('RATE_LIMIT_PER_MINUTE', 1000, {
    min: 1,
    description: 'Requests of one caller in one project per minute, unless the project sets its own.',
  }),
  signupLimitPerHour: int('SIGNUP_LIMIT_PER_HOUR', 30, {
    min: 1,
    description: 'Sign-ups, verifications and resends of one address per hour, together.',
  }),
  loginLimitPerMinute: int('LOGIN_LIMIT_PER_MINUTE', 20, {
    min: 1,
    description: 'Logins of one address to one account per minute; ten times as many to all accounts.',
  }),
  authFailureLimitPerMinute: int('AUTH_FAILURE_LIMIT_PER_MINUTE', 300, {
    min: 1,
    description: 'Refused tokens of one address per minute, before further ones are refused unseen.',
  }),
});

/** The loaded form. */
export type GatewayConfig = ConfigOf<typeof gatewayTable>;

/** Settings of the gateway as a process of its own. */
export const processTable = defineConfig({
  ...gatewayTable,
  databaseUrl: url('DATABASE_URL', {
    secret: true,
    protocols: ['postgres', 'postgresql'],
    description: 'Server of the database; the gateway keeps its own, parley_gateway, there.',
  }),
  redisUrl: url('REDIS_URL', {
    optional: true,
    secret: true,
    protocols: ['redis', 'rediss'],
    description: 'Redis that counts rate limits for all gateways; without it each counts for itself.',
  }),
  workspaceUrl: text('WORKSPACE_URL', { description: 'gRPC target of the workspace service.' }),
  contactsUrl: text('CONTACTS_URL', { description: 'gRPC target of the contacts service.' }),
  ticketsUrl: text('TICKETS_URL', { description: 'gRPC target of the tickets service.' }),
  serviceKey: text('SERVICE_KEY', {
    optional: true,
    secret: true,
    description: 'Secret that the services of one installation share.',
  }),
  secretKey: list('SECRET_KEY', {
    secret: true,
    items: { expected: 'secrets of at least 32 characters', test: (secret) => secret.length >= 32 },
    description: 'Secrets that seal what is stored; the first seals, all open.',
  }),
  logLevel: oneOf('LOG_LEVEL', logLevels, 'info', { description: 'Least level that is logged.' }),
  tracingEndpoint: url('OTEL_EXPORTER_OTLP_ENDPOINT', {
    optional: true,
    description: 'OTLP collector that traces go to; without it none are made.',
  }),
});

/** The loaded form. */
export type ProcessConfig = ConfigOf<typeof processTable>;

/** Loads the settings of the process. Throws a ConfigError that lists every problem. */
export const loadProcessConfig = (environment: Environment = readEnvironment()): ProcessConfig =>
  loadConfig(processTable, environment);
