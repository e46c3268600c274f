import { invalid } from '@parley/errors';
import type { IndexDefinition } from './definition';
import { maxLimit } from './limits';
import type { SearchQuery } from './search-index';
import { checkProjectId } from './text/bounded';

/**
 * Refuses a query that no engine may run: without a proper project, with a limit out of bounds or with a filter on an
 * attribute that the index does not declare.
 *
 * @throws DomainError `invalid`
 */
export const checkQuery = (definition: IndexDefinition, { projectId, limit, filter }: SearchQuery): void => {
  checkProjectId(projectId);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) {
    throw invalid({ field: 'limit', message: `must be a whole number from 1 to ${maxLimit}` });
  }
  for (const attribute of Object.keys(filter ?? {})) {
    if (!definition.filterable.includes(attribute)) {
      throw invalid({ field: attribute, message: 'is not an attribute to filter by' });
    }
  }
};
