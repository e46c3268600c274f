import { defineWork, inThread } from '@parley/threads';
import { decodeText } from '../pages/decode-text';
import {
  type ExportArticle,
  type ExportCollection,
  type ExportText,
  type Fields,
  isFields,
  type PlatformReader,
} from './platforms/export';
import { readFreshdesk } from './platforms/freshdesk';
import { readHelpScout } from './platforms/help-scout';
import { readIntercom } from './platforms/intercom';
import { readZendesk } from './platforms/zendesk';

/** The content of one file of an export. */
export interface ExportFile {
  collections: ExportCollection[];
  articles: ExportArticle[];
  /** Texts of articles that may be in other files, by key. */
  texts: { of: string; text: ExportText }[];
}

const readers: readonly PlatformReader[] = [readZendesk, readIntercom, readFreshdesk, readHelpScout];

/** Levels at which lists of records may be. */
const MAX_DEPTH = 3;

const exportWork = defineWork('helpcenter.read-export', (bytes: Uint8Array): ExportFile | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(decodeText(bytes).replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
  const file: ExportFile = { collections: [], articles: [], texts: [] };
  visit(value, '', 0, (record, list) => {
    for (const read of readers) {
      const parts = read(record, list);
      for (const part of parts ?? []) {
        if ('article' in part) file.articles.push(part.article);
        else if ('collection' in part) file.collections.push(part.collection);
        else file.texts.push(part);
      }
      if (parts) return true;
    }
    return false;
  });
  return file;
});

/** Visits records, and the lists in those that are none of a platform. */
const visit = (
  value: unknown,
  list: string,
  depth: number,
  take: (record: Fields, list: string) => boolean,
): void => {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) value.forEach((one) => isFields(one) && visit(one, list, depth + 1, take));
  else if (isFields(value) && !take(value, list))
    for (const [name, inner] of Object.entries(value))
      visit(inner, name === 'items' ? list : name, depth + 1, take);
};

/** Reads a file of an export, a long one in a thread; undefined when it is no JSON. */
export const readExportFile = (bytes: Uint8Array): Promise<ExportFile | undefined> =>
  inThread(exportWork, bytes.length, bytes);
