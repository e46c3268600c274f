export { forgetContactMails } from './contact-mail.store';
export { sendContactMail } from './send-contact-mail';
