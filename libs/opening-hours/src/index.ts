export { type Holiday, type OpeningTime, type OperatingHours, WEEKDAYS, weekdayOf } from './operating-hours';
export { type Opening, openingAt } from './opening';
export { afterOpenTime } from './after-open-time';
export { type WallClock, wallClockOf, type WallTime } from './wall-clock';
