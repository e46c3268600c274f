export {
  chooseVerdict,
  type MailAuthentication,
  readAuthenticationResults,
  toVerdict,
  type Verdict,
} from './authentication';
export type { EmailBody } from './email-body';
export { fitEmailBody, readEmailBody } from './email-body.work';
export {
  answersAutomatically,
  chooseSender,
  type EmailKind,
  emailKind,
  refusesAutoReply,
} from './email-kind';
export { listLeaves, type MimeNode, type ParsedMail, parseMime, readType } from './parse-mime';
export type { BodyPart, EmailPart } from './mime-parts';
export { type ReceivedEmail, readEmail } from './read-email';
export { readReplyAddress } from './reply-address';
export type { DeliveryReport, ReportedRecipient } from './report/read-report';
export { unreadable } from './unreadable';
