export { createHolder } from './holder';
export { type IdempotencyDeps, pruneExpired, readKey, runOnce } from './idempotency';
