export { noteUnsubscribed, trackClick, trackOpen } from './track';
