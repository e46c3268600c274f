import { type DomainError, type FieldProblem, invalid } from '@parley/errors';
import { isId } from '@parley/persistence';
import { type Board, openLane } from '../boards';
import { readDueDate, readValues, type ValuesChange } from '../entries';
import type { RecordKey } from '../records';

/** The key of a row's record. */
export type RowKey = { $case: 'recordId'; recordId: string } | RecordKey;

/** A row of an import, read. */
export interface ImportRow {
  index: number;
  key: RowKey;
  /** Undefined: the first lane for a new entry, none other for one that is there. */
  laneId: string | undefined;
  values: ValuesChange;
  /** Undefined when it was not sent. */
  dueDate: Date | null | undefined;
}

const readText = (sent: Readonly<Record<string, unknown>>, member: string): string | undefined => {
  const value = Object.hasOwn(sent, member) ? sent[member] : undefined;
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw invalid([{ field: member, message: 'must be a text' }]);
  return value;
};

const readKey = ({ recordType }: Board, sent: Readonly<Record<string, unknown>>): RowKey => {
  const recordId = readText(sent, 'recordId');
  if (recordId !== undefined) {
    if (!isId(recordId))
      throw invalid([{ field: 'recordId', message: 'must be an id of 24 hexadecimal digits' }]);
    return { $case: 'recordId', recordId };
  }
  if (recordType === 'companies') {
    const companyId = readText(sent, 'companyId');
    if (companyId !== undefined) return { $case: 'companyId', value: companyId };
    throw invalid([{ field: 'recordId', message: 'is required, or companyId' }]);
  }
  const userId = readText(sent, 'userId');
  if (userId !== undefined) return { $case: 'userId', value: userId };
  const email = readText(sent, 'email');
  if (email !== undefined) return { $case: 'email', value: email };
  throw invalid([{ field: 'recordId', message: 'is required, or userId or email' }]);
};

/**
 * Reads a row of an import.
 *
 * @throws DomainError naming the member that is wrong.
 */
export const readRow = (board: Board, row: unknown, index: number): ImportRow => {
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw invalid([{ field: '', message: 'must be an object' }], 'The row must be an object.');
  const sent = row as Readonly<Record<string, unknown>>;
  const key = readKey(board, sent);
  const problems: FieldProblem[] = [];
  const laneId = readText(sent, 'laneId');
  if (laneId !== undefined && !openLane(board, laneId))
    problems.push({ field: 'laneId', message: 'must be a lane of the pipeline that is not archived' });
  const values = sent['values'] ?? {};
  if (typeof values !== 'object' || Array.isArray(values))
    problems.push({ field: 'values', message: 'must be an object' });
  const change =
    problems.length > 0
      ? (new Map() as ValuesChange)
      : readValues(board, values as Readonly<Record<string, unknown>>, 'values', problems);
  const dueDate = readDueDate(sent['dueDate'], 'dueDate', problems);
  if (problems.length > 0) throw invalid(problems);
  return { index, key, laneId, values: change, dueDate };
};

/** An import's report on a refused row. */
export interface RowFailure {
  index: number;
  code: string;
  field?: string;
  message: string;
}

/** Why a row was refused. */
export const toFailure = (index: number, { reason, fields, message }: DomainError): RowFailure => ({
  index,
  code: reason.toLowerCase(),
  ...(fields[0]?.field && { field: fields[0].field }),
  message: fields[0]?.message ?? message,
});
