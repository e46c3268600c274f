export { issueToken } from './issue-token';
export { ensureSigningKey, keyContext, publicKeySet, rotateSigningKeys } from './signing-keys';
