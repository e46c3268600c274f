export { provisionUser } from './provision-user';
