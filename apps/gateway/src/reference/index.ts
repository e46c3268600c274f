export { createReferencePages } from './reference';
