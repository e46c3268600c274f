export { createImplementations } from './implementations';
