export { startMessenger } from './messenger';
