export { QUARTER_MS, wholeMonths, wholeQuarters } from './months';
export type { Period } from './period';
export { listPoints, MAX_POINTS, type Points } from './points';
export {
  type Filters,
  type Grouping,
  hasFilter,
  hasTicketFilter,
  type Question,
  readPeriod,
  readQuestion,
  readZone,
  type Sent,
} from './read-question';
export { ticketRanges, ticketTimesSql, type TimeRange, within } from './ticket-times';
export { listStretches, type Stretch } from './zone';
