import type { RecordDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/record_directory_service';
import type { CallContext, Client } from '@parley/rpc';
import type { RecordType } from '../boards';
import { type RecordState, recordState } from './record';

/** The key of an import row's record. */
export type RecordKey =
  | { $case: 'userId'; value: string }
  | { $case: 'email'; value: string }
  | { $case: 'companyId'; value: string };

/** What this service asks of the owner of contacts and companies. */
export interface Directory {
  /** Records by their internal ids; unknown ones are left out. */
  get(type: RecordType, ids: readonly string[], context: CallContext): Promise<RecordState[]>;
  /** Records by keys, in the order of these; undefined for unknown keys. */
  find(
    type: RecordType,
    keys: readonly RecordKey[],
    context: CallContext,
  ): Promise<(RecordState | undefined)[]>;
  /** Writes attributes of a record as the caller. */
  write(
    type: RecordType,
    id: string,
    values: readonly { attribute: string; value: unknown }[],
    context: CallContext,
  ): Promise<RecordState>;
}

/** Most ids, and most keys, of one call. */
const MAX_IDS = 500;
const MAX_KEYS = 1_000;

/** Asks for `all` in pieces; the part that did not fit into an answer is asked for again. */
const inPieces = async <T>(
  all: readonly T[],
  size: number,
  ask: (piece: readonly T[]) => Promise<readonly T[]>,
): Promise<void> => {
  let rest = [...all];
  while (rest.length > 0) {
    const leftOut = await ask(rest.slice(0, size));
    rest = [...leftOut, ...rest.slice(size)];
  }
};

/** Asks the contacts service. */
export const createDirectory = (records: Client<RecordDirectoryServiceDefinition>): Directory => ({
  get: async (recordType, ids, context) => {
    const found: RecordState[] = [];
    await inPieces([...new Set(ids)], MAX_IDS, async (piece) => {
      const answer = await records.getRecords({ recordType, ids: [...piece] }, context);
      found.push(...answer.records.map(recordState));
      return answer.leftOut;
    });
    return found;
  },
  find: async (recordType, keys, context) => {
    const found: (RecordState | undefined)[] = keys.map(() => undefined);
    const places = keys.map((key, place) => ({ key, place }));
    await inPieces(places, MAX_KEYS, async (piece) => {
      const request = { recordType, keys: piece.map(({ key }) => ({ key })) };
      const answer = await records.findRecords(request, context);
      for (const { index, record } of answer.found) {
        const place = piece[index]?.place;
        if (record && place !== undefined) found[place] = recordState(record);
      }
      return answer.leftOut.flatMap((index) => piece[index] ?? []);
    });
    return found;
  },
  write: async (recordType, id, values, context) => {
    const { record } = await records.writeRecordAttributes(
      { recordType, id, values: values.map(({ attribute, value }) => ({ attribute, value })) },
      context,
    );
    if (!record) throw new Error('The contacts service answered no record');
    return recordState(record);
  },
});
