/** Real servers besides PostgreSQL, and browsers, that tests may use when the machine has them. */
export type OptionalEngine = 'nats' | 'redis' | 'meilisearch' | 'chromium' | 'firefox' | 'webkit';

const variables: Record<OptionalEngine, string> = {
  nats: 'TEST_NATS_URL',
  redis: 'TEST_REDIS_URL',
  meilisearch: 'TEST_MEILI_URL',
  chromium: 'TEST_BROWSER',
  firefox: 'TEST_FIREFOX',
  webkit: 'TEST_WEBKIT_DRIVER',
};

/** URL of a real server, or path of the browser; undefined when the run's set-up could not get one (it names that at the end of the run). */
export const engineUrl = (engine: OptionalEngine): string | undefined => process.env[variables[engine]];

/** `describe` when the server is there, `describe.skip` otherwise. */
export const describeWith = (engine: OptionalEngine): jest.Describe =>
  engineUrl(engine) ? describe : describe.skip;
