import { invalid } from '@parley/errors';

/** A name without blanks around it. 400 when nothing is left. */
export const requiredName = (name: string): string => {
  const trimmed = name.trim();
  if (trimmed === '') throw invalid({ field: 'name', message: 'must not be blank' });
  return trimmed;
};
