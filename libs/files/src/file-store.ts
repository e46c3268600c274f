import type { Readable } from 'node:stream';

/** First and last byte, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The metadata of a stored file; its type follows from the name in its key. */
export interface FileInfo {
  size: number;
}

/** A file among others. */
export interface StoredFile {
  key: string;
  storedAt: Date;
}

/** A file that is being read. Destroy the stream to stop early. */
export interface OpenFile extends FileInfo {
  stream: Readable;
}

/**
 * Where files lie, by keys such as `<project>/<id>/<name>`. Keys are made by `fileKey` alone; a key of another shape
 * names no file.
 */
export interface FileStore {
  /** Most bytes of one put that are in memory while it streams in. */
  readonly bytesHeld: number;
  /**
   * Stores a file as it streams in. It appears whole or not at all: when the content ends with an error, nothing is left
   * and the error is thrown.
   */
  put(key: string, content: AsyncIterable<Uint8Array>, options: { contentType: string }): Promise<FileInfo>;
  /** Size of a file; undefined when there is none. */
  find(key: string): Promise<FileInfo | undefined>;
  /** Opens a file, or a part of it that lies within its size; `size` is always the whole. Undefined when there is none. */
  get(key: string, range?: ByteRange): Promise<OpenFile | undefined>;
  /** All files, in no order, with when each was stored. */
  list(): AsyncIterable<StoredFile>;
  /** Deletes a file, by its key or by `fileId` of it. Without effect when there is none. */
  delete(key: string): Promise<void>;
  /** Rejects while files cannot be stored and read. */
  check(): Promise<void>;
  close(): Promise<void>;
}
