export { getTicketTexts, listAllAcceptedFaqs, listTicketPositions } from './ticket-text';
