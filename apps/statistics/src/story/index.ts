export { contactsIn, deletedIn, withoutContacts } from './contacts-in-story';
export { forgetTickets, onTickets, TICKETS_DURABLE } from './on-tickets';
export { createRetelling } from './retell-stale';
export { countStale } from './stale-ticket.store';
export { emptyStory, renewed, type StoredStory } from './stored-story';
export {
  findOtherStories,
  lockStories,
  readStories,
  removeTickets,
  saveStories,
  saveTickets,
} from './story.store';
export { tellStories } from './tell-stories';
export { tellTickets } from './tell-tickets';
export { forgetOtherTraits, keepTicketTraits, keepTraits, type Trait } from './trait.store';
