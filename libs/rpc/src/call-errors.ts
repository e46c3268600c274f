import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { decodeDetails, DomainError, encodeDetails, errorTable, timeout, unavailable } from '@parley/errors';

const DETAILS_KEY = 'grpc-status-details-bin';

/** A fault in a service: the caller learns that it happened, the details are in the service's log. */
export class RpcFault extends Error {
  override readonly name = 'RpcFault';
}

/** A service's answer to an error: details for a domain error, only the fact for any other. */
export const toStatus = (error: unknown): { code: status; details: string; metadata: Metadata } => {
  const metadata = new Metadata();
  if (!(error instanceof DomainError)) return { code: status.INTERNAL, details: 'Internal error', metadata };
  metadata.set(DETAILS_KEY, encodeDetails(error));
  // Its message is in the details, where a letter of any script takes a third of the bytes.
  return { code: errorTable[error.kind].grpc, details: error.reason, metadata };
};

/** The error behind a failed call: the service's own, or what went wrong on the way to it. */
export const fromStatus = (error: ServiceError, service: string): Error => {
  const [details] = error.metadata?.get(DETAILS_KEY) ?? [];
  const domainError = details === undefined ? undefined : decodeDetails(Buffer.from(details));
  if (domainError) return domainError;
  if (error.code === status.UNAVAILABLE)
    return unavailable(`The ${service} service is away. Try again.`, error);
  // It is of an earlier release, and about to be replaced.
  if (error.code === status.UNIMPLEMENTED)
    return unavailable(`The ${service} service does not know this call yet. Try again.`, error);
  if (error.code === status.DEADLINE_EXCEEDED) return timeout(`The ${service} service took too long.`, error);
  if (error.code === status.CANCELLED) return timeout('The call was cancelled.', error);
  return new RpcFault(`${service}: ${status[error.code] ?? error.code} ${error.details}`, { cause: error });
};

/** Name of the gRPC status that an outcome has on the wire, for metrics: `OK`, `NOT_FOUND`, `INTERNAL`. */
export const nameStatus = (error: unknown): string => {
  if (error === undefined) return 'OK';
  if (error instanceof DomainError) return status[errorTable[error.kind].grpc] ?? 'UNKNOWN';
  const { code } = (error instanceof RpcFault ? (error.cause ?? {}) : {}) as { code?: unknown };
  return (typeof code === 'number' ? status[code] : undefined) ?? 'INTERNAL';
};
