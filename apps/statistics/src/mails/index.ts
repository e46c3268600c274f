export { getEmailClientBounces, getEmailClientUsage, getEmailOverview } from './email-figures';
export { removeMails } from './mail.store';
export { aboutMails, EMAILS_DURABLE, onEmails } from './on-emails';
