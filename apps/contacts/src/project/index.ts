export { createSessionSecrets, type SessionSecrets } from './session-secrets';
