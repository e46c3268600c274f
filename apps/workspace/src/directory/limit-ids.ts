import { invalid } from '@parley/errors';

const MAX_IDS = 500;

/** The ids, unless there are more than 500: 400. */
export const limitIds = (field: string, ids: readonly string[]): readonly string[] => {
  if (ids.length > MAX_IDS) throw invalid({ field, message: `takes at most ${MAX_IDS} ids` });
  return ids;
};
