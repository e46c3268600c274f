export { realtimeRpc } from './realtime.rpc';
