export { createSmtpEdge, demandWholeCertificate, type SmtpEdge } from './smtp-edge';
