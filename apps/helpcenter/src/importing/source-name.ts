import { createHash } from 'node:crypto';
import type { ImportRow } from './import';

/** What distinguishes a thing of a source from those of all other imports: the same file may be imported into two collections. */
export const sourceName = ({ options }: Pick<ImportRow, 'options'>, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([options.collectionId, key]))
    .digest('hex');

/** The id of an article that an import creates: the same after a crash, so that links to it may be written before. */
export const articleIdOf = ({ id }: Pick<ImportRow, 'id'>, source: string): string =>
  id.slice(0, 12) + createHash('sha256').update(`${id} ${source}`).digest('hex').slice(0, 12);
