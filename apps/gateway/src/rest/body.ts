import { type IncomingMessage } from 'node:http';
import { DomainError, tooLarge } from '@parley/errors';
import { unsupportedMediaType } from './problem';

/** Largest body unless a row says otherwise: 5 MB. */
export const DEFAULT_BODY_BYTES = 5 * 1024 * 1024;

/** Longest a client may take to send a body that is kept in memory, in milliseconds; then the connection is cut. */
const BODY_TIMEOUT_MS = 120_000;

const MEGABYTE = 1024 * 1024;
const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([\w-]+)/i;

/** 413 */
export const tooLargeFor = (limit: number): DomainError =>
  tooLarge(`The body is larger than ${limit / MEGABYTE} MB.`);

/** Checks what the headers say of a body. 415. */
export type MediaTypeCheck = (request: IncomingMessage) => void;

const checkEncoding: MediaTypeCheck = (request) => {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw unsupportedMediaType('Send the body without a content encoding.');
};

/** 415 unless the body is JSON in UTF-8 without compression. */
export const demandJson: MediaTypeCheck = (request) => {
  const type = request.headers['content-type'];
  if (type === undefined || !JSON_TYPE.test(type))
    throw unsupportedMediaType('Send the body as application/json.');
  const charset = CHARSET.exec(type)?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw unsupportedMediaType('Send the body in UTF-8.');
  checkEncoding(request);
};

/** 415 unless the body has one of the media types and no compression. */
export const demandType =
  (types: readonly string[]): MediaTypeCheck =>
  (request) => {
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (!types.includes(type)) throw unsupportedMediaType(`Send the body as ${types.join(' or ')}.`);
    checkEncoding(request);
  };

/**
 * Reads a whole body of at most `limit` bytes. 415 for another media type, 413 beyond the limit; what is left of a
 * body that is too large is drained by the server without being kept.
 */
export const readBody = (
  request: IncomingMessage,
  limit: number,
  check: MediaTypeCheck = demandJson,
): Promise<Buffer> => {
  const declared = request.headers['content-length'];
  const chunked = request.headers['transfer-encoding'] !== undefined;
  if (!chunked && (declared === undefined || declared === '0')) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve, reject) => {
    check(request);
    if (Number(declared) > limit) throw tooLargeFor(limit);
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => request.destroy(), BODY_TIMEOUT_MS);
    const finish = (): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      finish();
      request.resume();
      reject(tooLargeFor(limit));
    };
    const onEnd = (): void => {
      finish();
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size));
    };
    const onClose = (): void => {
      finish();
      reject(new DomainError('invalid', 'INVALID_JSON', 'The body ended early.'));
    };
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
};
