import { type ConfigOf, defineConfig, int, list, oneOf, text, url } from '@parley/config';
import { logLevels } from '@parley/telemetry';

/** Settings that every process of the platform takes. */
export const platformTable = defineConfig({
  home: text('PARLEY_HOME', '.parley'),
  logLevel: oneOf('LOG_LEVEL', logLevels, 'info'),
  databaseUrl: url('DATABASE_URL', { optional: true, secret: true, protocols: ['postgres', 'postgresql'] }),
  databaseConnections: int('DATABASE_CONNECTIONS', 10, { min: 2, max: 200 }),
  natsUrl: url('NATS_URL', { optional: true, secret: true, protocols: ['nats', 'tls'] }),
  redisUrl: url('REDIS_URL', { optional: true, secret: true, protocols: ['redis', 'rediss'] }),
  meiliUrl: url('MEILI_URL', { optional: true, protocols: ['http', 'https'] }),
  meiliApiKey: text('MEILI_API_KEY', { optional: true, secret: true }),
  smtpUrl: url('SMTP_URL', { optional: true, secret: true, protocols: ['smtp', 'smtps'] }),
  mailFrom: text('MAIL_FROM', 'support@parley.localhost'),
  secretKeys: list('SECRET_KEY', { optional: true, secret: true }),
  serviceKey: text('SERVICE_KEY', { optional: true, secret: true }),
  publicUrl: url('PUBLIC_URL', { optional: true, protocols: ['http', 'https'] }),
  tracesEndpoint: url('OTEL_EXPORTER_OTLP_ENDPOINT', { optional: true, protocols: ['http', 'https'] }),
  grpcAddress: text('GRPC_ADDRESS', '0.0.0.0:50051'),
  opsAddress: text('OPS_ADDRESS', '0.0.0.0:9464'),
  workspaceTarget: text('WORKSPACE_URL', 'dns:///workspace:50051'),
  contactsTarget: text('CONTACTS_URL', 'dns:///contacts:50051'),
  ticketsTarget: text('TICKETS_URL', 'dns:///tickets:50051'),
});

export type PlatformConfig = ConfigOf<typeof platformTable>;
