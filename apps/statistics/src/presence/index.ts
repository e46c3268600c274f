export { countOnline } from './count-online';
export { onlinePeople } from './online';
export { reportPresence } from './report-presence';
