import { projectScope } from '@parley/auth';
import { invalid } from '@parley/errors';
import type {
  GetRecordsRequest,
  GetRecordsResponse,
} from '@parley/proto/generated/parley/contacts/v1/record_directory_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { readRecords } from './record.store';
import { readRecordType } from './record-type';

/** Most records of one call. */
export const MAX_RECORDS = 500;

/** Answers the records among the given ids. 400 for more than 500 ids and for another type than the two. */
export const getRecords = async (
  { db }: Pick<Deps, 'db'>,
  { recordType, ids }: GetRecordsRequest,
  context: CallContext,
): Promise<GetRecordsResponse> => {
  const type = readRecordType(recordType);
  if (ids.length > MAX_RECORDS)
    throw invalid({ field: 'ids', message: `must have at most ${MAX_RECORDS} elements` });
  const { projectId } = projectScope(context.scope);
  return readRecords(db, type, projectId, ids);
};
