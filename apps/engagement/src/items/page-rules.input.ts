import type { FieldProblem } from '@parley/errors';
import { isObject } from '@parley/json';
import type { PageRule } from '../core';
import { pageRuleTypes } from './page-rules';

/** Most page rules of an item. */
export const MAX_PAGE_RULES = 50;
/** Longest filter of a rule, in characters. */
export const MAX_PAGE_FILTER = 2_048;

/** Reads the pages on which an item shows; other keys of a rule are left out. */
export const readPageRules = (sent: readonly unknown[], problems: FieldProblem[]): PageRule[] => {
  if (sent.length > MAX_PAGE_RULES) {
    problems.push({ field: 'pageRules', message: `takes at most ${MAX_PAGE_RULES} rules` });
    return [];
  }
  return sent.flatMap((rule, index): PageRule[] => {
    const path = `pageRules.${index}`;
    if (!isObject(rule)) {
      problems.push({ field: path, message: 'must be { pageFilter, pageFilterType }' });
      return [];
    }
    const { pageFilter, pageFilterType } = rule;
    if (typeof pageFilterType !== 'string' || !pageRuleTypes.includes(pageFilterType))
      problems.push({
        field: `${path}.pageFilterType`,
        message: `must be one of ${pageRuleTypes.join(', ')}`,
      });
    const isSent = pageFilter !== undefined && pageFilter !== null;
    if (isSent && !(typeof pageFilter === 'string' && pageFilter.length <= MAX_PAGE_FILTER))
      problems.push({
        field: `${path}.pageFilter`,
        message: `must be a text of at most ${MAX_PAGE_FILTER} characters`,
      });
    return [
      { ...(isSent && { pageFilter: pageFilter as string }), pageFilterType: pageFilterType as string },
    ];
  });
};
