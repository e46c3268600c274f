export { receiveEmail } from './receive-email';
