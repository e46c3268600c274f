import { Metadata } from '@grpc/grpc-js';
import { type Scope } from '@parley/auth';
import { type CallContext } from './definition';

const CONTEXT_KEY = 'parley-context-bin';
const TRACE_KEY = 'traceparent';
/** Metadata key of the secret that services of one installation share. */
export const SERVICE_KEY = 'parley-service-key';

interface WireContext {
  requestId: string;
  scope: Scope;
}

/** Metadata of an outgoing call. */
export const contextToMetadata = (context: CallContext, serviceKey: string | undefined): Metadata => {
  const metadata = new Metadata();
  const wire: WireContext = { requestId: context.requestId, scope: context.scope };
  metadata.set(CONTEXT_KEY, Buffer.from(JSON.stringify(wire)));
  if (context.traceparent) metadata.set(TRACE_KEY, context.traceparent);
  if (serviceKey) metadata.set(SERVICE_KEY, serviceKey);
  return metadata;
};

/** What the metadata of an incoming call says; undefined when it carries no context. */
export const contextFromMetadata = (
  metadata: Metadata,
): { requestId: string; scope: Scope; traceparent?: string } | undefined => {
  const [encoded] = metadata.get(CONTEXT_KEY);
  if (encoded === undefined) return undefined;
  const { requestId, scope } = JSON.parse(encoded.toString()) as WireContext;
  const [traceparent] = metadata.get(TRACE_KEY);
  return { requestId, scope, ...(traceparent !== undefined && { traceparent: traceparent.toString() }) };
};
