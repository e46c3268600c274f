import { invalid, tooLarge } from '@parley/errors';

const MAX_LOGS = 100;
const MAX_BYTES = 2_097_152;

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads network logs: 0 to 100 objects (400), at most 2,097,152 bytes as JSON (413 `payload_too_large`). */
export const readNetworkLogs = (logs: readonly unknown[] | undefined): unknown[] => {
  if (logs === undefined) throw invalid({ field: 'networkLogs', message: 'is required' });
  if (logs.length > MAX_LOGS)
    throw invalid({ field: 'networkLogs', message: `must have at most ${MAX_LOGS} elements` });
  const wrong = logs.findIndex((log) => !isObject(log));
  if (wrong !== -1) throw invalid({ field: `networkLogs.${wrong}`, message: 'must be an object' });
  if (Buffer.byteLength(JSON.stringify(logs)) > MAX_BYTES)
    throw tooLarge(`networkLogs may have at most ${MAX_BYTES} bytes as JSON.`);
  return [...logs];
};
