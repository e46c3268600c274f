export { accessibilityProblems, openBrowser, repeatUntil } from './browser';
export { type TestDatabase, createTestDatabase, testPostgresUrl } from './database';
export { type DnsServer, startDnsServer } from './dns-server';
export { type OptionalEngine, describeWith, engineUrl } from './engines';
export { eventually } from './eventually';
export { findScans } from './find-scans';
export { POLL_EVERY_MS } from './poll-every';
export { freePort } from './free-port';
export { expectBoundedWork } from './bounded-work';
export { expectLinearWork, fillShape, textShapes } from './text-shapes';
export { packZip, type ZipMember } from './pack-zip';
export { type Interference, type Model, type ModelServer, startModelServer } from './model-server';
export { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from './otlp-receiver';
export {
  type PushedMessage,
  type PushService,
  type SentSubscription,
  startPushService,
} from './push-service';
export { type S3Server, startS3 } from './s3-server';
export { createServiceProcess, type ServiceProcess, startNats } from './service-process';
export { testSchema } from './test-schema';
