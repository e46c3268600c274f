export { accessibilityProblems, openBrowser } from './browser';
export { type TestDatabase, createTestDatabase, testPostgresUrl } from './database';
export { type OptionalEngine, describeWith, engineUrl } from './engines';
export { eventually } from './eventually';
export { freePort } from './free-port';
export { expectBoundedWork } from './bounded-work';
export { expectLinearWork, shapeOf, textShapes } from './text-shapes';
export { type Interference, type Model, type ModelServer, startModelServer } from './model-server';
export { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from './otlp-receiver';
export { type S3Server, startS3 } from './s3-server';
export {
  bundleService,
  createServiceProcess,
  type ServiceBundle,
  type ServiceProcess,
  startNats,
} from './service-process';
