export { comparableDomain, comparableEmail, isEmail, readableEmail } from './addresses';
