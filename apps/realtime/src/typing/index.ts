export { setTicketTyping } from './set-ticket-typing';
