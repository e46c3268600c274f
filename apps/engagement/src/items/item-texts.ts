import { createLocalCache } from '@parley/cache';
import { type ListClauses, type Sql } from '@parley/persistence';
import { EngagementItem } from '@parley/proto/generated/parley/engagement/v1/item';
import { presentItem } from './item.present';
import {
  findVersionedItems,
  type ItemVersion,
  listItemRows,
  listItemVersions,
  type VersionedItem,
} from './item.store';

/** Bytes of all texts that are kept, at two a character. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_ITEMS = 20_000;
/** Milliseconds after which a text is made anew. */
const KEEP_MS = 10 * 60_000;

/** Pages of items as JSON text. */
export interface ItemTexts {
  /** The page that conditions of ours find, whose first parameters are project and type, as a JSON array. */
  page(clauses: ListClauses, params: readonly unknown[]): Promise<string>;
}

const keyOf = ({ id, version }: ItemVersion): string => `${id} ${version}`;

/**
 * Keeps the JSON text of items beside the version of their rows. A list asks for the versions, which costs a tenth of reading
 * 1,000 rows, and reads those that are new.
 */
export const createItemTexts = (sql: Sql, { maxBytes = MAX_BYTES } = {}): ItemTexts => {
  const kept = createLocalCache<string>({
    max: MAX_ITEMS,
    ttlMs: KEEP_MS,
    size: { max: maxBytes, of: (text) => text.length * 2 },
  });
  const textOf = (row: VersionedItem): Promise<string> =>
    kept.getOrLoad(keyOf(row), async () => JSON.stringify(EngagementItem.fromPartial(presentItem(row))));
  const arrayOf = (texts: readonly string[]): string => `[${texts.join(',')}]`;

  return {
    page: async (clauses, params) => {
      const versions = await listItemVersions(sql, clauses, params);
      const known = new Map(versions.map((version) => [version.id, kept.get(keyOf(version))]));
      const missing = versions.filter(({ id }) => known.get(id) === undefined);
      if (missing.length > 0) {
        const rows = await findVersionedItems(sql, params[0] as string, missing);
        for (const row of rows) known.set(row.id, await textOf(row));
      }
      const texts = versions.flatMap(({ id }) => known.get(id) ?? []);
      if (texts.length === versions.length) return arrayOf(texts);
      // One changed between the two looks, and may belong to the page no more.
      return arrayOf(await Promise.all((await listItemRows(sql, clauses, params)).map(textOf)));
    },
  };
};
