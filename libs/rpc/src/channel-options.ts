import type { ChannelOptions } from '@grpc/grpc-js';

/** Largest message either side takes, in bytes: an import body of 50 MB and its encoding. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** Options of every client channel. */
export const channelOptions: ChannelOptions = {
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 5_000,
  // A rolling restart replaces every address within seconds.
  'grpc.dns_min_time_between_resolutions_ms': 5_000,
  'grpc.initial_reconnect_backoff_ms': 200,
  'grpc.max_reconnect_backoff_ms': 2_000,
  // A call that never reached the service is tried again by grpc-js itself; no other is, so that nothing is done twice.
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
};

/** Options of the channels of large requests, which have connections of their own. */
export const largeChannelOptions: ChannelOptions = { ...channelOptions, 'grpc.use_local_subchannel_pool': 1 };
