import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy, { type Busboy } from 'busboy';
import { DomainError, invalid } from '@parley/errors';
import { discardFile, type FileStore } from '@parley/files';
import type { BodyRoom, BodyShare } from '../limits';
import { demandType, tooLargeFor, type Pace, tooSlow, watchPace, HttpError } from '../rest';
import { storeContent } from './store-content';

/** Bytes that a form may have beside its file. */
const OVERHEAD_BYTES = 1024 * 1024;
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 64 * 1024;

export const FORM_TYPE = 'multipart/form-data';

interface StoredFile {
  key: string;
  /** Same for the same name and content. */
  digest: string;
}

/** A file that was stored. */
export interface ReceivedFile extends StoredFile {
  /** Names of form fields beside the file, which have no effect. */
  ignored: string[];
}

/** What to receive, and where it belongs. */
export interface Reception {
  /** Name of the form's field. */
  field: string;
  projectId: string;
  /** Most bytes of the file. */
  maxBytes: number;
  /** Room in memory, which the caller gives back. */
  share: BodyShare;
  refused: BodyRoom['refused'];
  /** Called with the key before the file is stored. */
  announce(key: string): Promise<void>;
}

const endedEarly = (field: string): DomainError => invalid({ field, message: 'ended early' });

const unreadable = (field: string): DomainError =>
  invalid({ field, message: 'is in a form that cannot be read' });

const ignore = (): void => undefined;

const openForm = (request: IncomingMessage, { field, maxBytes }: Reception): Busboy => {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      // The parser counts a file that reaches its limit as cut.
      limits: { fileSize: maxBytes + 1, files: 2, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES },
    });
  } catch {
    throw invalid({ field, message: 'must be sent in a form with a boundary' });
  }
};

const store = async (
  files: FileStore,
  { field, projectId, maxBytes, announce }: Reception,
  part: Readable & { truncated?: boolean },
  name: string,
): Promise<StoredFile> => {
  const hash = createHash('sha256');
  const content = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of part as AsyncIterable<Buffer>) {
        hash.update(chunk);
        yield chunk;
      }
    } catch {
      // The parser gives up a part with an error of its own when the form around it is broken.
      throw unreadable(field);
    }
    // A part that is cut ends like a whole one.
    if (part.truncated) throw tooLargeFor(maxBytes);
  };
  const key = await storeContent(files, { projectId, name, content: content(), announce, field });
  return { key, digest: `${JSON.stringify(name)} ${hash.digest('hex')}` };
};

/**
 * Stores the one file of a form while it arrives; never more than a few parts of it are in memory. 415 for another media
 * type, 413 for a byte more than allowed, 400 naming the field for everything else that is wrong; then, and when the
 * sender goes away, nothing stays stored.
 */
export const receiveFile = async (
  files: FileStore,
  request: IncomingMessage,
  reception: Reception,
): Promise<ReceivedFile> => {
  const { field, maxBytes, share, refused } = reception;
  demandType([FORM_TYPE])(request);
  const most = maxBytes + OVERHEAD_BYTES;
  demandLength(request, most, reception);
  const form = openForm(request, reception);
  let stored: Promise<StoredFile> | undefined;
  const ignored = new Set<string>();
  let pace: Pace | undefined;
  let onData: ((chunk: Buffer) => void) | undefined;
  const received = new Promise<void>((resolve, reject) => {
    let size = 0;
    let problem: DomainError | undefined;
    const complain = (message: string): void => {
      problem ??= invalid({ field, message });
    };
    // A form that waits for the store is not slow.
    pace = watchPace(request, () => reject(tooSlow()), { isHeld: () => form.writableNeedDrain });
    onData = (chunk) => {
      size += chunk.length;
      pace?.arrived(chunk.length);
      if (size > most) return reject(tooLargeFor(maxBytes));
      try {
        // What came before is stored by now.
        if (size <= files.bytesHeld) share.take(chunk.length);
      } catch (error) {
        reject(error as Error);
      }
    };
    request.on('data', onData);
    request.once('close', () => {
      if (!request.complete) reject(endedEarly(field));
    });
    form.on('file', (name, part, { filename }) => {
      if (name !== field) ignored.add(name);
      // A broken form destroys its open part, also when no one reads it.
      part.on('error', ignore);
      if (name !== field || stored) {
        if (name === field) complain('must be one file');
        part.resume();
        return;
      }
      stored = store(files, reception, part, filename ?? '');
      stored.catch(reject);
    });
    form.on('field', (name) => {
      if (name === field) complain('must be a file');
      else ignored.add(name);
    });
    // One broken form can fail many times: in several of its parts, and when it is given up.
    form.on('error', () => reject(unreadable(field)));
    form.once('close', () => {
      if (problem) reject(problem);
      else resolve();
    });
  });
  request.pipe(form);
  try {
    await received;
    if (!stored) throw invalid({ field, message: 'is missing' });
    return { ...(await stored), ignored: [...ignored] };
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'tooLarge') refused('too_large');
    if (error instanceof HttpError) refused('too_slow');
    request.unpipe(form);
    form.destroy(error as Error);
    request.resume();
    const kept = await (stored as Promise<StoredFile> | undefined)?.catch(() => undefined);
    if (kept) await discardFile(files, kept.key);
    throw error;
  } finally {
    pace?.end();
    if (onData) request.off('data', onData);
  }
};

/** Refuses what says itself that it is too long. */
const demandLength = (
  { headers }: IncomingMessage,
  most: number,
  { maxBytes, refused }: Pick<Reception, 'maxBytes' | 'refused'>,
): void => {
  if (Number(headers['content-length']) > most) {
    refused('too_large');
    throw tooLargeFor(maxBytes);
  }
};
