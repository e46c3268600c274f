export { readFilter } from './audience.input';
export { presentFilter } from './audience.present';
export { effectiveFilter } from './audience';
