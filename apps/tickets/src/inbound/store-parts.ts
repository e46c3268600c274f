import {
  discardFile,
  fileId,
  fileUrl,
  honestName,
  nameOfKey,
  releaseFile,
  SAMPLE_BYTES,
  storeFile,
  SvgTooComplexError,
  typeOfName,
} from '@parley/files';
import type { EmailPart } from '@parley/inbound-mail';
import { extension } from 'mime-types';
import type { Deps } from '../deps';
import type { Attachment } from '../core';

/** Most files of one mail that are kept. */
export const MAX_FILES = 100;
/** Most bytes of the files of one mail that are kept: 30 MB. */
export const MAX_FILES_BYTES = 30 * 1024 * 1024;
/** Milliseconds after which a stored file is deleted unless a row names it. */
const UNNAMED_FILE_MS = 24 * 3_600_000;
/** Most files that are named as left out. */
const MAX_NAMED = 100;

/** A file that was not kept. */
export interface SkippedFile {
  name: string;
  size: number;
  reason: 'too_many' | 'too_large';
}

/** Files of one mail in the store. */
export interface StoredParts {
  attachments: Attachment[];
  /** Public URLs of pictures, by their content ids. */
  urls: Map<string, string>;
  skipped: SkippedFile[];
  /** Stores one more file, whatever the limits. */
  add(part: EmailPart): Promise<void>;
  /** Deletes every file; their addresses are unpublished. */
  discard(): Promise<void>;
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

const nameFile = ({ name, type }: EmailPart): string => {
  const ending = type === 'message/rfc822' ? 'eml' : extension(type);
  return name || (ending ? `file.${ending}` : 'file');
};

const storePart = async (
  { files, db, clock }: Pick<Deps, 'files' | 'db' | 'clock'>,
  projectId: string,
  part: EmailPart,
): Promise<string> => {
  const head = Buffer.from(part.content.subarray(0, SAMPLE_BYTES));
  // Looked at a day later: a process that dies before the message is there leaves a file that nothing names.
  return storeFile(files, projectId, await honestName(head, nameFile(part)), once(part.content), (key) =>
    releaseFile(db, fileId(key), new Date(clock().getTime() + UNNAMED_FILE_MS)),
  );
};

/**
 * Keeps the files of a mail as uploads are kept: under a name that its content does not contradict, at an address that
 * cannot be guessed. Pictures that the body shows are no attachments. When one cannot be stored, none stays.
 */
export const storeParts = async (
  deps: Pick<Deps, 'files' | 'publicUrl' | 'db' | 'clock'>,
  projectId: string,
  parts: readonly EmailPart[],
  shown: ReadonlySet<string>,
): Promise<StoredParts> => {
  const { files, publicUrl } = deps;
  const keys: string[] = [];
  const attachments: Attachment[] = [];
  const urls = new Map<string, string>();
  const skipped: SkippedFile[] = [];
  const discard = async (): Promise<void> => {
    for (const key of keys) await discardFile(files, key);
  };
  const add = async (part: EmailPart): Promise<void> => {
    const key = await storePart(deps, projectId, part);
    keys.push(key);
    const url = fileUrl(publicUrl, key);
    const { contentId } = part;
    if (contentId !== undefined && shown.has(contentId)) urls.set(contentId, url);
    else attachments.push({ name: part.name || nameOfKey(key), url, type: typeOfName(nameOfKey(key)) });
  };
  const isAdded = (part: EmailPart): Promise<boolean> =>
    add(part).then(
      () => true,
      (error: unknown) => {
        if (error instanceof SvgTooComplexError) return false;
        throw error;
      },
    );
  let bytes = 0;
  try {
    for (const part of parts) {
      const size = part.content.length;
      const isTooLarge = bytes + size > MAX_FILES_BYTES;
      if (keys.length < MAX_FILES && !isTooLarge && (await isAdded(part))) {
        bytes += size;
        continue;
      }
      const reason = keys.length < MAX_FILES || isTooLarge ? 'too_large' : 'too_many';
      if (skipped.length < MAX_NAMED) skipped.push({ name: nameFile(part), size, reason });
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return { attachments, urls, skipped, add, discard };
};
