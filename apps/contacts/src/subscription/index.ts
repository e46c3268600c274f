export { resubscribeContact } from './resubscribe-contact';
export { setMailSubscription } from './set-mail-subscription';
export { unsubscribeContacts } from './unsubscribe-contacts';
