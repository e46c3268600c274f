import { DomainError } from '@parley/errors';

/** 400 `invalid_query`, naming the field or parameter. */
export const invalidQuery = (field: string, message: string): DomainError =>
  new DomainError('invalid', 'INVALID_QUERY', `${field}: ${message}`, { fields: [{ field, message }] });
