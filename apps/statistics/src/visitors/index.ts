export { aboutVisits, AGENTS_DURABLE, HELPCENTER_DURABLE, onVisitors } from './on-visitors';
