export { type AudienceMember, type AudiencePage, type AudiencePart, createAudiences } from './audiences';
export { composeEmail, writeLetter } from './compose-email';
export { type BegunDelivery, BOUNCE_DAYS, type Outcome, type PlannedDelivery } from './delivery';
export type { EmailDeps } from './deps';
export { eraseDeliveries } from './erase-deliveries';
export { sendEmailPreview } from './send-email-preview';
export { openToken, readBounceAddress, readMessageId, readOpenToken, type TrackedMail } from './tokens';
