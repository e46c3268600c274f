export { active, findActive, stepActive } from './active';
export { bulkMenu, isAnyMarked, markOnly, toggleMark } from './marked';
export { focusSearch, leaveSearch, searchText } from './search-field';
export { TicketList } from './ticket-list';
