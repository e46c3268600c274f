import { invalid } from '@parley/errors';

/** Response times of a team. */
export interface SlaOptions {
  defaultSla?: number;
}

/** Reads response times that a caller sent; keys it does not know are left out. 400 for one that is no number from 0 on. */
export const readSlaOptions = (sent: Record<string, unknown>): SlaOptions => {
  const defaultSla = sent['defaultSla'] ?? undefined;
  if (defaultSla === undefined) return {};
  if (typeof defaultSla !== 'number' || !Number.isFinite(defaultSla) || defaultSla < 0) {
    throw invalid({ field: 'slaOptions.defaultSla', message: 'must be a number that is not negative' });
  }
  return { defaultSla };
};
