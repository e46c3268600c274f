export {
  concernsTickets,
  CONTACTS_DURABLE,
  HELPCENTER_DURABLE,
  onContacts,
  onHelpcenter,
  onTickets,
  TICKETS_DURABLE,
} from './on-events';
