export { type MailSender, openSender } from './sender';
