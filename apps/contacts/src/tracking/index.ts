export { deleteEvents, noteActivity } from './contact-event.store';
export { readEvents } from './contact-event';
export { listContactEvents } from './list-contact-events';
export { noteItemEvent } from './note-item-event';
export { noteMessages } from './note-messages';
export { recordEvents } from './record-events';
export { trackContactEvents } from './track-contact-events';
