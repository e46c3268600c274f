import { comparableEmail } from '@parley/addresses';
import { projectScope } from '@parley/auth';
import { type FieldProblem, invalid } from '@parley/errors';
import type {
  FindRecordsRequest,
  FindRecordsResponse,
  RecordKey,
} from '@parley/proto/generated/parley/contacts/v1/record_directory_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { findRecordIds, readRecords, type RecordKeyName } from './record.store';
import { readRecordType, type RecordType } from './record-type';

/** Most keys of one call. */
export const MAX_KEYS = 1_000;

const keyNames: Record<RecordType, readonly RecordKeyName[]> = {
  contacts: ['userId', 'email'],
  companies: ['companyId'],
};

interface Wanted {
  name: RecordKeyName;
  value: string;
}

const readKeys = (type: RecordType, keys: readonly RecordKey[]): Wanted[] => {
  const problems: FieldProblem[] = [];
  const wanted = keys.flatMap(({ key }, index) => {
    if (key && keyNames[type].includes(key.$case))
      return { name: key.$case, value: key.$case === 'email' ? comparableEmail(key.value) : key.value };
    problems.push({ field: `keys.${index}`, message: `must be one of ${keyNames[type].join(', ')}` });
    return [];
  });
  if (problems.length > 0) throw invalid(problems);
  return wanted;
};

/**
 * Finds records by the customer's own keys, in the order of the keys. 400 for more than 1,000 keys, for keys that the type
 * does not have and for another type than the two.
 */
export const findRecords = async (
  { db }: Pick<Deps, 'db'>,
  { recordType, keys }: FindRecordsRequest,
  context: CallContext,
): Promise<FindRecordsResponse> => {
  const type = readRecordType(recordType);
  if (keys.length > MAX_KEYS)
    throw invalid({ field: 'keys', message: `must have at most ${MAX_KEYS} elements` });
  const wanted = readKeys(type, keys);
  const { projectId } = projectScope(context.scope);
  const ids = new Map(
    await Promise.all(
      keyNames[type].map(async (name) => {
        const values = new Set(wanted.filter((key) => key.name === name).map(({ value }) => value));
        return [name, await findRecordIds(db, name, projectId, [...values])] as const;
      }),
    ),
  );
  const findId = ({ name, value }: Wanted): string | undefined => ids.get(name)?.get(value);
  const known = new Set(wanted.flatMap((key) => findId(key) ?? []));
  const { records, leftOut } = await readRecords(db, type, projectId, [...known]);
  const byId = new Map(records.map((record) => [record.id, record]));
  const heavy = new Set(leftOut);
  const answer: FindRecordsResponse = { found: [], leftOut: [] };
  wanted.forEach((key, index) => {
    const id = findId(key) ?? '';
    const record = byId.get(id);
    if (record) answer.found.push({ index, record });
    else if (heavy.has(id)) answer.leftOut.push(index);
  });
  return answer;
};
