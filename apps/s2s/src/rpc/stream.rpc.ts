import { projectScope } from '@parley/auth';
import { StreamDirectoryServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/stream_directory_service';
import { StreamServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/stream_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { requireConsumer } from '../consumers';
import type { Deps } from '../deps';
import {
  getHeads,
  readStream,
  authoriseConsumerChannel,
  authoriseSessionChannel,
  signInConsumer,
  signInSession,
} from '../streams';

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
    getStreamHeads: (request) => getHeads({ db }, request),
    readStream: async ({ stream, after, limit }) => {
      const { projectId = '', contactId = '' } = stream ?? {};
      return readStream(db, { projectId, contactId }, { after, limit, now: clock() });
    },
  });
