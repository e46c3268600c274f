import { projectScope } from '@parley/auth';
import { invalid } from '@parley/errors';
import { StreamDirectoryServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/stream_directory_service';
import { StreamServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/stream_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { requireConsumer } from '../consumers/consumer';
import { type Deps } from '../deps';
import { readStream } from '../streams/read-stream';
import {
  authoriseConsumerChannel,
  authoriseSessionChannel,
  signInConsumer,
  signInSession,
} from '../streams/sign-in';
import { headsOf, KEPT_EVENTS } from '../streams/stream.store';

/** Most streams of one question. */
const MAX_STREAMS = 1_000;

export const streamRpc = (deps: Deps): ServiceImplementation =>
  implement(StreamServiceDefinition, {
    signInConsumer: (request, context) => signInConsumer(deps, request, context),
    authoriseConsumerChannel: (request, context) => authoriseConsumerChannel(deps, request, context),
    listStreamEvents: async ({ consumerId, after, limit }, context) => {
      const { id: contactId } = await requireConsumer(deps, consumerId, context);
      const { projectId } = projectScope(context.scope);
      return readStream(deps.db, { projectId, contactId }, { after, limit, now: deps.clock() });
    },
    signInSession: (request, context) => signInSession(deps, request, context),
    authoriseSessionChannel: (request, context) => authoriseSessionChannel(deps, request, context),
  });

/** Streams, for the realtime service. */
export const streamDirectoryRpc = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): ServiceImplementation =>
  implement(StreamDirectoryServiceDefinition, {
    getStreamHeads: async ({ streams }) => {
      if (streams.length > MAX_STREAMS)
        throw invalid({ field: 'streams', message: `must have at most ${MAX_STREAMS} elements` });
      const names = streams.map(({ projectId, contactId = '' }) => ({ projectId, contactId }));
      const heads = await headsOf(db, names);
      return { seqs: heads.map(({ seq }) => seq), ended: heads.map(({ ended }) => ended) };
    },
    readStream: async ({ stream, after, limit }) => {
      const { projectId = '', contactId = '' } = stream ?? {};
      const most = Math.min(Math.max(limit, 1), KEPT_EVENTS);
      return readStream(db, { projectId, contactId }, { after, limit: most, now: clock() });
    },
  });
