import type { Logger } from '@parley/telemetry';

/** Where outages are reported. */
export type Log = Pick<Logger, 'info' | 'warn'>;
