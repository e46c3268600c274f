import { invalid } from '@parley/errors';
import {
  type FileStore,
  honestName,
  openContent,
  SAMPLE_BYTES,
  storeFile,
  SvgTooComplexError,
} from '@parley/files';

/** A file on its way. */
export interface Content {
  projectId: string;
  name: string;
  content: AsyncIterable<Uint8Array>;
  /** Called with the key before the file is stored. */
  announce(key: string): Promise<void>;
  /** The field that a problem names. */
  field: string;
}

/** Stores a file under a name that fits its content; answers its key. 400 for an SVG picture that is too complex. */
export const storeContent = async (
  files: FileStore,
  { projectId, name, content, announce, field }: Content,
): Promise<string> => {
  const { head, whole } = await openContent(content, SAMPLE_BYTES);
  return storeFile(files, projectId, await honestName(head, name), whole, announce).catch(
    (error: unknown) => {
      throw error instanceof SvgTooComplexError ? invalid({ field, message: error.message }) : error;
    },
  );
};
