export { type Holiday, type OpeningTime, type OperatingHours, WEEKDAYS, toWeekday } from './operating-hours';
export { type Opening, openingAt } from './opening';
export { afterOpenTime } from './after-open-time';
export { type WallClock, createWallClock, type WallTime } from './wall-clock';
