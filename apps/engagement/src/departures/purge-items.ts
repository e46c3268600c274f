import { type Deps } from '../deps';
import { purgeDeletedItem } from './forget.store';

/** Rows of an item that is gone which one round removes of a table. */
const BATCH = 1_000;

/** Removes what is left of items that are gone; answers whether there may be more. */
export const purgeItems = ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  db.transaction((tx) => purgeDeletedItem(tx, BATCH));
