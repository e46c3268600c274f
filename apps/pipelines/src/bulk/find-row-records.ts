import type { CallContext } from '@parley/rpc';
import type { Board } from '../boards';
import type { Deps } from '../deps';
import type { RecordKey, RecordState } from '../records';
import type { ImportRow } from './import-row';

/** The records that rows name, by the positions of the rows; unknown ones are left out. */
export const findRowRecords = async (
  { directory }: Pick<Deps, 'directory'>,
  { recordType }: Board,
  rows: readonly ImportRow[],
  context: CallContext,
): Promise<Map<number, RecordState>> => {
  const byId = rows.flatMap(({ index, key }) =>
    key.$case === 'recordId' ? [{ index, id: key.recordId }] : [],
  );
  const byKey = rows.flatMap(({ index, key }): { index: number; key: RecordKey }[] =>
    key.$case === 'recordId' ? [] : [{ index, key }],
  );
  const [records, found] = await Promise.all([
    directory.get(
      recordType,
      byId.map(({ id }) => id),
      context,
    ),
    directory.find(
      recordType,
      byKey.map(({ key }) => key),
      context,
    ),
  ]);
  const known = new Map(records.map((record) => [record.id, record]));
  const result = new Map<number, RecordState>();
  for (const { index, id } of byId) {
    const record = known.get(id);
    if (record) result.set(index, record);
  }
  byKey.forEach(({ index }, place) => {
    const record = found[place];
    if (record) result.set(index, record);
  });
  return result;
};
