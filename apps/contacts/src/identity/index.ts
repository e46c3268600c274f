export { getIdentityHistory } from './get-identity-history';
