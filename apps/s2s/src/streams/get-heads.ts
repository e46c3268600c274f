import { invalid } from '@parley/errors';
import type {
  GetStreamHeadsRequest,
  GetStreamHeadsResponse,
} from '@parley/proto/generated/parley/s2s/v1/stream_directory_service';
import type { Deps } from '../deps';
import { readHeads } from './stream.store';

/** Most streams of one question. */
const MAX_STREAMS = 1_000;

/** The latest numbers of streams, and whether their contacts may hear no more. 400 for more than 1,000. */
export const getHeads = async (
  { db }: Pick<Deps, 'db'>,
  { streams }: GetStreamHeadsRequest,
): Promise<GetStreamHeadsResponse> => {
  if (streams.length > MAX_STREAMS)
    throw invalid({ field: 'streams', message: `must have at most ${MAX_STREAMS} elements` });
  const names = streams.map(({ projectId, contactId = '' }) => ({ projectId, contactId }));
  const heads = await readHeads(db, names);
  return { seqs: heads.map(({ seq }) => seq), ended: heads.map(({ ended }) => ended) };
};
