export type { EmailBody } from './email-body';
export { fitEmailBody, readEmailBody } from './email-body.work';
export { type EmailKind, emailKind, chooseSender } from './email-kind';
export { parseMime } from './parse-mime';
export { type EmailPart, type ReceivedEmail, readEmail } from './read-email';
export { readReplyAddress } from './reply-address';
export { unreadable } from './unreadable';
