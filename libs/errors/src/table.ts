import { status } from '@grpc/grpc-js';
import type { ErrorKind } from './domain-error';

/** How a kind of error looks on the wire and at the edge. */
export interface ErrorRow {
  grpc: status;
  http: number;
  title: string;
}

/**
 * The one table from kind to gRPC code and HTTP status. A `conflict` is 409 and not the customary 400, because the
 * service document demands it for collections with articles and for invitations.
 */
export const errorTable: Record<ErrorKind, ErrorRow> = {
  invalid: { grpc: status.INVALID_ARGUMENT, http: 400, title: 'Bad Request' },
  unauthenticated: { grpc: status.UNAUTHENTICATED, http: 401, title: 'Unauthorized' },
  forbidden: { grpc: status.PERMISSION_DENIED, http: 403, title: 'Forbidden' },
  notFound: { grpc: status.NOT_FOUND, http: 404, title: 'Not Found' },
  exists: { grpc: status.ALREADY_EXISTS, http: 409, title: 'Conflict' },
  conflict: { grpc: status.FAILED_PRECONDITION, http: 409, title: 'Conflict' },
  raced: { grpc: status.ABORTED, http: 409, title: 'Conflict' },
  unprocessable: { grpc: status.INVALID_ARGUMENT, http: 422, title: 'Unprocessable Content' },
  tooLarge: { grpc: status.OUT_OF_RANGE, http: 413, title: 'Content Too Large' },
  limited: { grpc: status.RESOURCE_EXHAUSTED, http: 429, title: 'Too Many Requests' },
  unavailable: { grpc: status.UNAVAILABLE, http: 503, title: 'Service Unavailable' },
  timeout: { grpc: status.DEADLINE_EXCEEDED, http: 504, title: 'Gateway Timeout' },
};
