export { contactLeaves } from './contact-leaves';
export { createPurger } from './purge-item';
