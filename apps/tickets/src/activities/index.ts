export { listContactActivities } from './list-contact-activities';
