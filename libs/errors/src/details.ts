import { status } from '@grpc/grpc-js';
import { BadRequest, ErrorInfo, RetryInfo } from '@parley/proto/generated/google/rpc/error_details';
import { Status } from '@parley/proto/generated/google/rpc/status';
import { DomainError, type ErrorKind } from './domain-error';
import { errorTable } from './table';

const DOMAIN = 'parley';
const KIND_KEY = 'kind';
const type = (name: string): string => `type.googleapis.com/google.rpc.${name}`;
const packed = (name: string, value: Uint8Array): { typeUrl: string; value: Buffer } => ({
  typeUrl: type(name),
  value: Buffer.from(value),
});

/** Encodes an error as the `google.rpc.Status` of the trailer `grpc-status-details-bin`. */
export const encodeDetails = (error: DomainError): Buffer => {
  const details = [
    packed(
      'ErrorInfo',
      ErrorInfo.encode({
        reason: error.reason,
        domain: DOMAIN,
        // The kind is sent too, because two kinds may share one gRPC code.
        metadata: { ...error.meta, [KIND_KEY]: error.kind },
      }).finish(),
    ),
  ];
  if (error.fields.length > 0) {
    const fieldViolations = error.fields.map(({ field, message }) => ({ field, description: message }));
    details.push(packed('BadRequest', BadRequest.encode({ fieldViolations }).finish()));
  }
  if (error.retryAfter !== undefined) {
    const seconds = Math.ceil(error.retryAfter);
    details.push(packed('RetryInfo', RetryInfo.encode({ retryDelay: { seconds, nanos: 0 } }).finish()));
  }
  return Buffer.from(
    Status.encode({ code: errorTable[error.kind].grpc, message: error.message, details }).finish(),
  );
};

const isKind = (value: string | undefined): value is ErrorKind => value !== undefined && value in errorTable;

/**
 * Reads an error back. Answers undefined when the details are not ours, so that an infrastructure status (for example
 * RESOURCE_EXHAUSTED for a message over the receive limit) never passes for a domain error.
 */
export const decodeDetails = (buffer: Buffer): DomainError | undefined => {
  const { message, details } = Status.decode(buffer);
  const find = (name: string): Buffer | undefined =>
    details.find(({ typeUrl }) => typeUrl === type(name))?.value;
  const info = find('ErrorInfo');
  if (!info) return undefined;
  const { reason, domain, metadata } = ErrorInfo.decode(info);
  const { [KIND_KEY]: kind, ...meta } = metadata;
  if (domain !== DOMAIN || !isKind(kind)) return undefined;
  const request = find('BadRequest');
  const retry = find('RetryInfo');
  return new DomainError(kind, reason, message, {
    meta,
    fields: request
      ? BadRequest.decode(request).fieldViolations.map(({ field, description }) => ({
          field,
          message: description,
        }))
      : [],
    ...(retry && { retryAfter: RetryInfo.decode(retry).retryDelay?.seconds ?? 0 }),
  });
};

/** Codes that mean trouble on the way and not an answer of a service. */
export const infrastructureCodes: ReadonlySet<status> = new Set([
  status.UNAVAILABLE,
  status.DEADLINE_EXCEEDED,
  status.CANCELLED,
]);
