import { ParleyError } from '@parley/client';
import { toProblem } from '../rest';

/** Why a call failed, as a model reads it. */
export interface Failure {
  status: number;
  code: string;
  message: string;
  /** Arguments to correct. */
  errors: readonly { field: string; message: string }[];
  retryAfter?: number;
  /** Whether it is the platform's own error. */
  fault: boolean;
}

/** Reads an error of a tool: a refusal of the REST API, of the tool itself, or a fault. */
export const toFailure = (error: unknown, requestId: string): Failure => {
  if (error instanceof ParleyError) {
    const { status, code, message, errors, retryAfter } = error;
    return { status, code, message, errors, ...(retryAfter !== undefined && { retryAfter }), fault: false };
  }
  const { document, fault } = toProblem(error, requestId);
  return {
    status: document.status,
    code: document.code,
    message: document.message,
    errors: document.errors ?? [],
    fault,
  };
};

/** A failure in one text. */
export const writeFailure = ({ status, code, message, errors, retryAfter }: Failure): string =>
  [
    `${code} (${status}): ${message}`,
    ...errors
      .filter((one) => !message.includes(one.message))
      .map(({ field, message: why }) => `- ${field}: ${why}`),
    ...(retryAfter === undefined ? [] : [`Try again in ${Math.ceil(retryAfter)} seconds.`]),
  ].join('\n');
