export {
  createDelivery,
  type Delivery,
  type MailToDeliver,
  type ProjectOfMail,
  type ReceivingMailbox,
} from './deliver';
export { noteReceived } from './received.store';
