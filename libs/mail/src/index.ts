export { forgetRecipients } from './forget-recipients';
export { type FolderTransportOptions, createFolderTransport } from './folder-transport';
export {
  isMailAddress,
  isMessageId,
  listRecipients,
  type Mail,
  type MailAddress,
  type MailFile,
  prepareMail,
} from './mail';
export { type MailJob, enqueueMail, purgeMail } from './queue';
export { MAX_MAIL_ATTEMPTS, retryDelay } from './retries';
export { type SmtpServer, type SmtpTransportOptions, createSmtpTransport } from './smtp-transport';
export { mailErasureSql, mailSendingErasureSql, mailTablesSql } from './tables';
export {
  type DeliveryFailure,
  type MailTransport,
  MailDeliveryError,
  type RefusedRecipient,
} from './transport';
export { eraseMails, mailJob, sendMailsSql } from './mail-jobs';
export type { TakenMail } from './mail-job.store';
export type { MailNotes, MailOutcome, NotedMail } from './notes';
export { MAIL_RETENTION_DAYS } from './upkeep';
export { type Gathered, type MailQueue, type MailWorkerOptions, createMailWorker } from './worker';
