export { type AudienceMember, type AudiencePage, type AudiencePart, createAudiences } from './audiences';
export { composeEmail } from './compose-email';
export { type BegunDelivery, BOUNCE_DAYS, type Outcome, type PlannedDelivery } from './delivery';
export type { EmailDeps } from './deps';
export { eraseDeliveries } from './erase-deliveries';
export { sendEmailPreview } from './send-email-preview';
export { readBounceAddress, readMessageId, readOpenToken, type TrackedMail } from './tokens';
