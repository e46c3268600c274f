import { type ConfigOf, defineConfig, flag, int, list, oneOf, text, url } from '@parley/config';
import { isNetwork } from '@parley/outbound';
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
  aiBaseUrl: url('AI_BASE_URL', { optional: true, protocols: ['http', 'https'] }),
  aiApiKey: text('AI_API_KEY', { optional: true, secret: true }),
  aiChatModel: text('AI_CHAT_MODEL', 'gpt-4o-mini'),
  aiEmbeddingModel: text('AI_EMBEDDING_MODEL', 'text-embedding-3-small'),
  smtpUrl: url('SMTP_URL', { optional: true, secret: true, protocols: ['smtp', 'smtps'] }),
  mailFrom: text('MAIL_FROM', 'support@parley.localhost'),
  secretKeys: list('SECRET_KEY', { optional: true, secret: true }),
  serviceKey: text('SERVICE_KEY', { optional: true, secret: true }),
  s3Endpoint: url('S3_ENDPOINT', { optional: true, protocols: ['http', 'https'] }),
  s3Bucket: text('S3_BUCKET', { optional: true }),
  s3Region: text('S3_REGION', 'us-east-1'),
  s3AccessKeyId: text('S3_ACCESS_KEY_ID', { optional: true }),
  s3SecretAccessKey: text('S3_SECRET_ACCESS_KEY', { optional: true, secret: true }),
  s3ForcePathStyle: flag('S3_FORCE_PATH_STYLE', true, {
    description: 'Address buckets by path, as most servers other than AWS want it.',
  }),
  outboundAllowedNetworks: list('OUTBOUND_ALLOWED_NETWORKS', [], {
    description: 'Networks beyond the public internet that webhooks, imports and the like may reach.',
    items: { expected: 'networks in CIDR notation', test: isNetwork },
  }),
  waitForEngines: flag('WAIT_FOR_ENGINES', false, {
    description:
      'Whether also a first start waits for engines that are away, as in containers, which keep no home.',
  }),
  shutdownDelaySeconds: int('SHUTDOWN_DELAY_SECONDS', 0, {
    min: 0,
    max: 120,
    description:
      'Seconds between the announcement of a stop and the stop: as long as balancers take to notice.',
  }),
  publicUrl: url('PUBLIC_URL', { optional: true, protocols: ['http', 'https'] }),
  tracesEndpoint: url('OTEL_EXPORTER_OTLP_ENDPOINT', { optional: true, protocols: ['http', 'https'] }),
  grpcAddress: text('GRPC_ADDRESS', '0.0.0.0:50051'),
  opsAddress: text('OPS_ADDRESS', '0.0.0.0:9464'),
  workspaceTarget: text('WORKSPACE_URL', 'dns:///workspace:50051'),
  contactsTarget: text('CONTACTS_URL', 'dns:///contacts:50051'),
  ticketsTarget: text('TICKETS_URL', 'dns:///tickets:50051'),
  helpcenterTarget: text('HELPCENTER_URL', 'dns:///helpcenter:50051'),
  pipelinesTarget: text('PIPELINES_URL', 'dns:///pipelines:50051'),
  knowledgeTarget: text('KNOWLEDGE_URL', 'dns:///knowledge:50051'),
  s2sTarget: text('S2S_URL', 'dns:///s2s:50051'),
  realtimeTarget: text('REALTIME_URL', 'dns:///realtime:50051'),
  engagementTarget: text('ENGAGEMENT_URL', 'dns:///engagement:50051'),
  statisticsTarget: text('STATISTICS_URL', 'dns:///statistics:50051'),
  mailTarget: text('MAIL_URL', 'dns:///mail:50051'),
});

export type PlatformConfig = ConfigOf<typeof platformTable>;
