export { createSmtpEdge, type SmtpEdge } from './smtp-edge';
