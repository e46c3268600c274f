export { type FolderTransportOptions, createFolderTransport } from './folder-transport';
export { isMailAddress, isMessageId, type Mail, type MailAddress, prepareMail } from './mail';
export { type MailJob, enqueueMail, purgeMail } from './queue';
export { MAX_MAIL_ATTEMPTS, retryDelay } from './retries';
export { type SmtpServer, type SmtpTransportOptions, createSmtpTransport } from './smtp-transport';
export { mailErasureSql, mailSendingErasureSql, mailTablesSql } from './tables';
export { type DeliveryFailure, type MailTransport, MailDeliveryError } from './transport';
export { eraseMails, mailJob, sendMailsSql } from './mail-jobs';
export type { TakenMail } from './mail-job.store';
export {
  type Gathered,
  MAIL_RETENTION_DAYS,
  type MailQueue,
  type MailWorkerOptions,
  createMailWorker,
} from './worker';
