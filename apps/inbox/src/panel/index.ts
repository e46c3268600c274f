export { ContactPanel } from './contact-panel';
