import { Metadata } from '@grpc/grpc-js';
import type { Scope } from '@parley/auth';
import type { CallContext } from './definition';

const CONTEXT_KEY = 'parley-context-bin';
const TRACE_KEY = 'traceparent';
/** Metadata key of the secret that services of one installation share. */
export const SERVICE_KEY = 'parley-service-key';

interface WireContext {
  requestId: string;
  scope: Scope;
  idempotencyKey?: string | undefined;
}

/** Metadata of an outgoing call. */
export const contextToMetadata = (context: CallContext, serviceKey: string | undefined): Metadata => {
  const metadata = new Metadata();
  const { requestId, scope, idempotencyKey } = context;
  const wire: WireContext = { requestId, scope, idempotencyKey };
  metadata.set(CONTEXT_KEY, Buffer.from(JSON.stringify(wire)));
  if (context.traceparent) metadata.set(TRACE_KEY, context.traceparent);
  if (serviceKey) metadata.set(SERVICE_KEY, serviceKey);
  return metadata;
};

/** The context in the metadata of an incoming call; undefined when there is none. */
export const contextFromMetadata = (
  metadata: Metadata,
): Pick<CallContext, 'requestId' | 'scope' | 'idempotencyKey' | 'traceparent'> | undefined => {
  const [encoded] = metadata.get(CONTEXT_KEY);
  if (encoded === undefined) return undefined;
  const { requestId, scope, idempotencyKey } = JSON.parse(encoded.toString()) as WireContext;
  const [traceparent] = metadata.get(TRACE_KEY);
  const keyed = idempotencyKey === undefined ? {} : { idempotencyKey };
  return {
    requestId,
    scope,
    ...keyed,
    ...(traceparent !== undefined && { traceparent: traceparent.toString() }),
  };
};
