export { type FormerSecret, liveSecrets, withFormer } from './former-secrets';
