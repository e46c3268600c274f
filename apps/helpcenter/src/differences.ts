import { isDeepStrictEqual } from 'node:util';

/** The part of a patch that makes something else of a row. */
export const differences = <Row extends object, Patch extends Partial<Row>>(
  row: Row,
  patch: Patch,
): Partial<Patch> =>
  Object.fromEntries(
    Object.entries(patch).filter(([field, value]) => !isDeepStrictEqual(value, row[field as keyof Row])),
  ) as Partial<Patch>;
