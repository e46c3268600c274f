import { createPauses } from '@parley/timing';
import { Readable } from 'node:stream';

/** Most bytes of headers, and of a line, that are verified. RFC 5322 allows lines of 998. */
const MAX_BYTES = 64 * 1024;
/** Most lines of a header: the verifier takes quadratic time to unfold them. */
const MAX_LINES = 1_000;
/** Most signatures that are verified: each is a hash over the whole mail, and a query. */
const MAX_SIGNATURES = 5;
/** Bytes that are hashed in one step. */
const STEP_BYTES = 16 * 1024;
/** Milliseconds that hashing may take. */
const LIMIT_MS = 4_000;

/**
 * A mail as its signatures are verified, in steps between which other work has its turn. Parts that would cost too much are left out:
 * a signature over them fails.
 */
export const readForVerifying = (mime: Buffer, now = (): number => performance.now()): Readable => {
  const end = findEnd(mime);
  const headers = chooseHeaders(mime.toString('latin1', 0, end));
  const body = hasLongLine(mime.subarray(end)) ? Buffer.alloc(0) : mime.subarray(end);
  return Readable.from(readInSteps(Buffer.from(headers, 'latin1'), body, now), { objectMode: false });
};

/** The end of the headers with the empty line that follows them. */
const findEnd = (mime: Buffer): number => {
  const ends = ['\r\n\r\n', '\n\n'].flatMap((gap) => {
    const at = mime.indexOf(gap);
    return at < 0 ? [] : [at + gap.length];
  });
  return Math.min(mime.length, ...ends);
};

const hasLongLine = (body: Buffer): boolean => {
  for (let start = 0; start + MAX_BYTES < body.length;) {
    const end = body.lastIndexOf(0x0a, start + MAX_BYTES);
    if (end < start) return true;
    start = end + 1;
  }
  return false;
};

/** The headers of a mail, of too many the one that names its sender. */
const chooseHeaders = (headers: string): string => {
  let signatures = 0;
  const fields = headers
    .slice(0, 16 * MAX_BYTES)
    .split(/(?<=\n)(?![ \t])/)
    .filter((field) => !/^dkim-signature[ \t]*:/i.test(field) || ++signatures <= MAX_SIGNATURES)
    .filter((field) => field.length <= MAX_BYTES && field.split('\n', MAX_LINES + 1).length <= MAX_LINES);
  const chosen = fields.join('');
  if (chosen.length <= MAX_BYTES) return chosen;
  const senders = fields.filter((field) => /^from[ \t]*:/i.test(field)).join('');
  return `${senders.slice(0, MAX_BYTES)}\r\n`;
};

async function* readInSteps(headers: Buffer, body: Buffer, now: () => number): AsyncGenerator<Buffer> {
  const began = now();
  const pause = createPauses();
  yield headers;
  for (let start = 0; start < body.length && now() - began < LIMIT_MS;) {
    await pause();
    let end = start + STEP_BYTES;
    // A pair of CR and LF stays together.
    if (body[end - 1] === 0x0d) end += 1;
    // The verifier takes a turn for each line that ends with LF alone.
    const step = body.toString('latin1', start, end).replaceAll(/\r?\n/g, '\r\n');
    yield Buffer.from(step, 'latin1');
    start = end;
  }
}
