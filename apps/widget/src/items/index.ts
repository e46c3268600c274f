export { startItems } from './items';
