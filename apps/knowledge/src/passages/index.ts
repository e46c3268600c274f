export { cutPassages, type Passage } from './cut';
