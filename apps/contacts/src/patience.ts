import type { CallContext } from '@parley/rpc';

/** Milliseconds that a caller waits for what may as well come later: at most `most`, and half of the time that it has. */
export const patience = ({ deadline }: Pick<CallContext, 'deadline'>, most: number): number =>
  Math.max(0, Math.min(most, (deadline - Date.now()) / 2));
