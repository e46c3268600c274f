export { authenticate, type SmtpClient } from './authenticate';
