import type { FieldProblem } from '@parley/errors';
import { type Board, attributeKind, type FieldOption, type FieldRow, isNumeric } from '../boards';

/** Not the one name that no body can carry a value under. */
const ENTRY_FIELD_ID = /^(?!__proto__$)[0-9A-Za-z_-]{1,64}$/;

/** What of a field decides whether it can be. */
export type FieldShape = Pick<FieldRow, 'fieldId' | 'type' | 'source' | 'options' | 'calculation'>;

/** Finds two options of one value, and blank ones. */
export const checkOptions = (options: readonly FieldOption[] | null, problems: FieldProblem[]): void => {
  const values = new Set<string>();
  options?.forEach(({ value }, index) => {
    if (values.has(value))
      problems.push({ field: `options.${index}.value`, message: 'must be unlike every other value' });
    values.add(value);
  });
};

/** Finds a calculation over values that are no numbers. */
export const checkCalculation = (
  field: Pick<FieldRow, 'type' | 'calculation'>,
  problems: FieldProblem[],
): void => {
  if (field.calculation !== null && !isNumeric(field))
    problems.push({ field: 'calculation', message: 'is possible for number and currency only' });
};

/** Checks a field of a board. */
export const checkField = (
  { recordType }: Pick<Board, 'recordType'>,
  field: FieldShape,
  problems: FieldProblem[],
): void => {
  const { source, fieldId, type, options } = field;
  if (source === 'RECORD' && attributeKind(recordType, fieldId) === undefined)
    problems.push({ field: 'fieldId', message: `must be an attribute of ${recordType}` });
  if (source === 'ENTRY' && !ENTRY_FIELD_ID.test(fieldId))
    problems.push({ field: 'fieldId', message: `must match ${ENTRY_FIELD_ID.source}` });
  if (source === 'ENTRY' && type === 'select' && options === null)
    problems.push({ field: 'options', message: 'is required for a select' });
  checkOptions(options, problems);
  checkCalculation(field, problems);
};
