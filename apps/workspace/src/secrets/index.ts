export { type FormerSecret, GRACE_MS, liveSecrets, MAX_FORMER, withFormer } from './former-secrets';
