/** Bounds of an archive. */
export interface ArchiveBounds {
  /** Most bytes of its files together. */
  maxBytes: number;
  /** Most entries of any kind. */
  maxEntries: number;
}

/** A file that lies somewhere and is read in parts. */
export interface ArchiveSource {
  size: number;
  /** The bytes from `start`, before `end`, as they come. */
  open(start: number, end: number): Promise<AsyncIterable<Uint8Array>>;
}

/** An entry of an archive. */
export interface ArchiveEntry {
  /** As the archive writes it. */
  name: string;
  /** `other` is a link, a device or an encrypted file. */
  kind: 'file' | 'folder' | 'other';
  size: number;
  /** The content of a file, in memory. */
  read(): Promise<Buffer>;
}
