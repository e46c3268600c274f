export { countMails, endLeases, lockMailItem, noteBounced } from './delivery.store';
export { emailEvent, type MailOf } from './email.events';
export { createEmailChannel } from './email-channel';
export { EMAILS_DURABLE, emailsOnContacts } from './on-contacts';
export { createPlanner } from './plan-rounds';
export { createTriggerPlanner } from './plan-triggered';
export { createPushChannel } from './push-channel';
export { createSender } from './send-mails';
