import type { IncomingMessage } from 'node:http';
import { DomainError, tooLarge } from '@parley/errors';
import { mapInTurns } from '@parley/timing';
import type { BodyRoom, BodyShare } from '../limits';
import { bringsForm } from './form';
import type { Operation } from './operation';
import { tooSlow, watchPace } from './pace';
import { unsupportedMediaType } from './problem';

/** Largest body unless a row says otherwise: 5 MB. */
export const DEFAULT_BODY_BYTES = 5 * 1024 * 1024;

/** Largest body of operations that need no token or take a form, unless a row says otherwise: 64 KB. */
export const OPEN_BODY_BYTES = 64 * 1024;

/** Largest body of an operation. */
export const chooseMaxBodyBytes = ({ options }: Pick<Operation, 'options'>): number => {
  const { maxBodyBytes, surface, formToo = false } = options;
  const isOpen = surface === 'public' || surface === 'widget' || formToo;
  return maxBodyBytes ?? (isOpen ? OPEN_BODY_BYTES : DEFAULT_BODY_BYTES);
};

/** Longest a client may take to send a body that is kept in memory, in milliseconds. */
const BODY_TIMEOUT_MS = 120_000;

const KILOBYTE = 1024;
const MEGABYTE = 1024 * 1024;
const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([\w-]+)/i;

/** 413 */
export const tooLargeFor = (limit: number): DomainError =>
  tooLarge(
    `The body is larger than ${limit < MEGABYTE ? `${limit / KILOBYTE} KB` : `${limit / MEGABYTE} MB`}.`,
  );

/** Checks the headers of a body. 415. */
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

/** 415 unless the body is JSON or a form, without compression. */
export const demandJsonOrForm: MediaTypeCheck = (request) => {
  if (bringsForm(request)) return checkEncoding(request);
  demandJson(request);
};

/** 415 unless the body has one of the media types and no compression. */
export const demandType =
  (types: readonly string[]): MediaTypeCheck =>
  (request) => {
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (!types.includes(type)) throw unsupportedMediaType(`Send the body as ${types.join(' or ')}.`);
    checkEncoding(request);
  };

/** Small pieces that are joined before more are kept: a piece costs some hundred bytes beside its content. */
const JOINED_PIECES = 256;
/** Bytes from which on a piece is kept as it came. */
const LARGE_PIECE = 4_096;

/** Collects the pieces of a body; a body that comes byte by byte takes hardly more memory than another. */
const createChunks = (): { add(chunk: Buffer): void; whole(): Promise<Buffer> } => {
  const kept: Buffer[] = [];
  let small: Buffer[] = [];
  const join = (): void => {
    if (small.length > 0) kept.push(Buffer.concat(small));
    small = [];
  };
  return {
    add: (chunk) => {
      const isLarge = chunk.length >= LARGE_PIECE;
      if (isLarge) join();
      (isLarge ? kept : small).push(chunk);
      if (small.length === JOINED_PIECES) join();
    },
    whole: async () => {
      join();
      const [first] = kept;
      if (first && kept.length === 1) return first;
      const whole = Buffer.allocUnsafe(kept.reduce((sum, { length }) => sum + length, 0));
      let end = 0;
      await mapInTurns(kept, (piece) => void (end += piece.copy(whole, end)));
      return whole;
    },
  };
};

/** How a body is taken. */
export interface Intake {
  /** Most bytes. */
  limit: number;
  check: MediaTypeCheck;
  /** Room in memory, which the caller gives back. */
  share: BodyShare;
  refused: BodyRoom['refused'];
}

/**
 * Reads a whole body of at most `limit` bytes. 415 for another media type, 413 beyond the limit, 503 without room, 408 for a body
 * that is too slow. The server drains the rest of a refused body without keeping it.
 */
export const readBody = (
  request: IncomingMessage,
  { limit, check, share, refused }: Intake,
): Promise<Buffer> => {
  const declared = request.headers['content-length'];
  const chunked = request.headers['transfer-encoding'] !== undefined;
  if (!chunked && (declared === undefined || declared === '0')) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve, reject) => {
    check(request);
    const beyond = (): DomainError => {
      refused('too_large');
      return tooLargeFor(limit);
    };
    if (Number(declared) > limit) throw beyond();
    const chunks = createChunks();
    let size = 0;
    const finish = (): void => {
      pace.end();
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
    };
    const refuse = (error: unknown): void => {
      finish();
      request.resume();
      reject(error);
    };
    const onSlow = (): void => {
      refused('too_slow');
      refuse(tooSlow());
    };
    const pace = watchPace(request, onSlow, { longestMs: BODY_TIMEOUT_MS });
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) return refuse(beyond());
      try {
        share.take(chunk.length);
      } catch (error) {
        return refuse(error);
      }
      pace.arrived(chunk.length);
      chunks.add(chunk);
    };
    const onEnd = (): void => {
      finish();
      resolve(chunks.whole());
    };
    const onClose = (): void => {
      finish();
      reject(new DomainError('invalid', 'INVALID_JSON', 'The body ended early.'));
    };
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
};
