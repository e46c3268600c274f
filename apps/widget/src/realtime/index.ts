export { startLive } from './live';
