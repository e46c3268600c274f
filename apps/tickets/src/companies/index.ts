export { learnContactCompany } from './learn-contact-company';
export { listCompanyTickets } from './list-company-tickets';
export { stampContactTickets } from './stamp-contact-tickets';
