import { DomainError, unavailable } from '@parley/errors';
import { fileKey, nameOfKey } from './file-key';
import { SVG_TYPE, typeOfName } from './file-kind';
import type { FileStore } from './file-store';
import { harmlessSvg, SvgTooComplexError } from './svg/harmless-svg';

/** The first bytes of a content, and all of it from the beginning. */
export interface Opened {
  head: Buffer;
  whole: AsyncIterable<Uint8Array>;
  /** Discards the unread content. */
  close(): Promise<void>;
}

/** Reads the beginning of a content to detect its format. */
export const openContent = async (
  content: AsyncIterable<Uint8Array>,
  sampleBytes: number,
): Promise<Opened> => {
  const source = content[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let size = 0;
  while (size < sampleBytes) {
    const step = await source.next();
    if (step.done) break;
    first.push(step.value);
    size += step.value.length;
  }
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* first.splice(0);
      for (let step = await source.next(); !step.done; step = await source.next()) yield step.value;
    } finally {
      await source.return?.();
    }
  };
  return {
    head: Buffer.concat(first).subarray(0, sampleBytes),
    whole: whole(),
    close: async () => void (await source.return?.()),
  };
};

/**
 * Stores a file under a new key of the project; an SVG image is sanitised. An error of the content is thrown as it is; a
 * store that fails is 503.
 *
 * @param announce Called with the key before anything is stored, so that a process that dies leaves no unknown file.
 */
export const storeFile = async (
  files: Pick<FileStore, 'put'>,
  projectId: string,
  name: string,
  content: AsyncIterable<Uint8Array>,
  announce: (key: string) => Promise<void>,
): Promise<string> => {
  const key = fileKey(projectId, name);
  await announce(key);
  try {
    const contentType = typeOfName(nameOfKey(key));
    await files.put(key, contentType === SVG_TYPE ? harmlessSvg(content) : content, { contentType });
    return key;
  } catch (error) {
    throw error instanceof DomainError || error instanceof SvgTooComplexError ? error : storeAway(error);
  }
};

/** 503: the place where files are kept does not answer. */
export const storeAway = (cause: unknown): DomainError =>
  unavailable('Files cannot be stored or read right now. Try again.', cause);

/** Deletes a file with an unpublished address. If that fails, the file stays, and its address is unknown to all. */
export const discardFile = async (files: Pick<FileStore, 'delete'>, key: string): Promise<void> => {
  await files.delete(key).catch(() => undefined);
};
