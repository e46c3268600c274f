export { createWarmUp, type WarmUp, warmUpContacts } from './warm-up';
