export { type TestDatabase, createTestDatabase, testPostgresUrl } from './database';
export { type OptionalEngine, describeWith, engineUrl } from './engines';
export { eventually } from './eventually';
