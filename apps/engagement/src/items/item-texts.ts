import { createRowTexts } from '@parley/cache';
import type { ListClauses, Sql } from '@parley/persistence';
import { EngagementItem } from '@parley/proto/generated/parley/engagement/v1/item';
import { presentItem } from './item.present';
import { findVersionedItems, listItemRows, listItemVersions, type VersionedItem } from './item.store';

/** Pages of items as JSON text. */
export interface ItemTexts {
  /** A page of items as a JSON array, for conditions of ours with project and type as first parameters. */
  page(clauses: ListClauses, params: readonly unknown[]): Promise<string>;
}

const toItemText = (row: VersionedItem): string =>
  JSON.stringify(EngagementItem.fromPartial(presentItem(row)));

/** Keeps the JSON text of items beside the version of their rows. */
export const createItemTexts = (sql: Sql): ItemTexts => {
  const texts = createRowTexts<VersionedItem, string>({
    present: toItemText,
    countCharacters: ({ length }) => length,
  });
  return {
    page: async (clauses, params) => {
      const projectId = params[0] as string;
      const versions = await listItemVersions(sql, clauses, params);
      const known = await texts.of(projectId, versions, (missing) =>
        findVersionedItems(sql, projectId, missing),
      );
      // One that changed between the two looks may belong to the page no more.
      const page = known ?? (await listItemRows(sql, clauses, params)).map(toItemText);
      return `[${page.join(',')}]`;
    },
  };
};
