export { type TestDatabase, createTestDatabase, testPostgresUrl } from './database';
export { type OptionalEngine, describeWith, engineUrl } from './engines';
export { eventually } from './eventually';
export { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from './otlp-receiver';
export {
  bundleService,
  createServiceProcess,
  type ServiceBundle,
  type ServiceProcess,
  startNats,
} from './service-process';
