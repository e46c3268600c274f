import { type ConfigOf, defineConfig, int, text, url } from '@parley/config';
import { trustedProxies } from '@parley/limits';

/** Settings of the realtime service, besides those every process takes. */
export const realtimeTable = defineConfig({
  realtimeHost: text('REALTIME_HOST', '0.0.0.0', {
    description: 'Address at which the realtime service listens in its own process.',
  }),
  realtimePort: int('REALTIME_PORT', 6001, {
    min: 0,
    max: 65_535,
    description:
      'Port for WebSockets of the realtime service in its own process. One process for all takes PORT.',
  }),
  realtimePublicUrl: url('REALTIME_PUBLIC_URL', {
    optional: true,
    protocols: ['http', 'https', 'ws', 'wss'],
    description: 'Address at which clients reach the realtime service; PUBLIC_URL without it.',
  }),
  realtimeMaxConnections: int('REALTIME_MAX_CONNECTIONS', 20_000, {
    min: 1,
    description: 'Most WebSocket connections of this process; further ones are refused with 4100.',
  }),
  realtimeMaxConnectionsPerAddress: int('REALTIME_MAX_CONNECTIONS_PER_ADDRESS', 200, {
    min: 1,
    description:
      'Most WebSocket connections of one address to this process; further ones are refused with 4100. Twice as many messages a second are taken of it.',
  }),
  trustedProxies,
  realtimeActivityTimeoutSeconds: int('REALTIME_ACTIVITY_TIMEOUT_SECONDS', 120, {
    min: 1,
    max: 3_600,
    description: 'Seconds of silence after which a client is asked whether it is still there.',
  }),
});

/** The loaded form. */
export type RealtimeConfig = ConfigOf<typeof realtimeTable>;
