export { comparableDomain, comparableEmail, emailDomain, isEmail, readableEmail } from './addresses';
