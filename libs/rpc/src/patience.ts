import { type Client, connectivityState } from '@grpc/grpc-js';

/** How long calls wait for a service of which no address answers, in milliseconds: the restart of its last replica. */
const PATIENCE_MS = 3_000;

/** How long calls wait for a channel without a connection. */
export interface Patience {
  /**
   * Milliseconds that a call may wait for a connection. Undefined while there is one; 0 when the service has been away for
   * longer than calls wait, so that requests do not pile up behind it.
   */
  left(): number | undefined;
  /** Called by a call at its time-out; answers whether there is still no connection. */
  over(): boolean;
}

/** The patience of all calls of one channel. */
export const createPatience = (client: Client): Patience => {
  const channel = client.getChannel();
  const state = (): connectivityState => channel.getConnectivityState(true);
  let awaySince: number | undefined;

  /** Notes a failure until something changes: with a connection, waiting is worth while again. */
  const note = (failing: connectivityState, since: number): number => {
    if (awaySince !== undefined) return awaySince;
    awaySince = since;
    channel.watchConnectivityState(failing, Infinity, () => {
      awaySince = undefined;
    });
    return since;
  };

  return {
    left: () => {
      const now = state();
      if (now === connectivityState.READY) return undefined;
      if (now !== connectivityState.TRANSIENT_FAILURE) return PATIENCE_MS;
      return Math.max(0, PATIENCE_MS - (performance.now() - note(now, performance.now())));
    },
    over: () => {
      const now = state();
      if (now === connectivityState.READY) return false;
      if (now === connectivityState.TRANSIENT_FAILURE) note(now, performance.now() - PATIENCE_MS);
      return true;
    },
  };
};
