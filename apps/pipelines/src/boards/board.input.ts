import type { FieldProblem } from '@parley/errors';
import { jsonBytes } from '@parley/json';

/** Most bytes of `columns` in compact form. */
const MAX_COLUMNS_BYTES = 65_536;

/** Checks a sent name or label. */
export const checkName = (field: string, text: string | undefined, problems: FieldProblem[]): void => {
  if (text !== undefined && text.trim() === '') problems.push({ field, message: 'must not be blank' });
};

/** Finds a column configuration that is too large. */
export const checkColumns = (columns: unknown, problems: FieldProblem[]): void => {
  if (columns === undefined) return;
  const bytes = jsonBytes(columns);
  if (bytes > MAX_COLUMNS_BYTES)
    problems.push({
      field: 'columns',
      message: `must have at most ${MAX_COLUMNS_BYTES} bytes of JSON, it has ${bytes}`,
    });
};

/** Ids, each once. */
export const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

/** Reads ids of people or teams. */
export const readIds = (
  field: string,
  list: readonly unknown[] | undefined,
  problems: FieldProblem[],
): string[] | undefined => {
  list?.forEach((id, index) => {
    if (typeof id !== 'string') problems.push({ field: `${field}.${index}`, message: 'must be a text' });
  });
  return list && [...(list as readonly string[])];
};
