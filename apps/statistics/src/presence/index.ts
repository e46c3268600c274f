export { countOnline, onlinePeople } from './online';
export { reportPresence } from './report-presence';
