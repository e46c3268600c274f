export { composeSite } from './compose';
