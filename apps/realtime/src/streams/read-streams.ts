import { systemContext } from '@parley/rpc';
import type { Deps } from '../deps';
import type { Feed } from '../connections';

/** How a feed's stream is named in questions about it. */
export const toStream = ({ projectId, contactId }: Feed): { projectId: string; contactId?: string } => ({
  projectId,
  ...(contactId !== '' && { contactId }),
});

/** Where a stream ends. */
export interface Head {
  seq: number;
  hasEnded: boolean;
}

/** Where the streams of feeds end, in their order. */
export const readHeads = async (streams: Deps['streams'], asked: readonly Feed[]): Promise<Head[]> => {
  const request = { streams: asked.map(toStream) };
  const { seqs, ended } = await streams.getStreamHeads(request, systemContext('realtime'));
  return asked.map((_, at) => ({ seq: seqs[at] ?? 0, hasEnded: ended[at] ?? false }));
};
