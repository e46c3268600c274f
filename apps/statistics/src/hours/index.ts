export { keepHours, markStale, readOpenTime } from './hours.store';
export type { OpenTime } from './open-time';
