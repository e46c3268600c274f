import { createLocalCache } from './local-cache';

/** Milliseconds after which a text is made again. */
const KEEP_MS = 10 * 60_000;
const MAX_ROWS = 20_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** Which writing of a row one sees. */
export interface RowVersion {
  id: string;
  /** Changes with the data of the text: the transactions that wrote its rows, for example. */
  version: string;
}

/** Settings of texts of rows. */
export interface RowTextsOptions<Row, Text> {
  /** Makes the text of a row. */
  present(row: Row): Text;
  /** Characters of a text. */
  countCharacters(text: Text): number;
  /** Bytes that all texts may take, at two a character; 16 MB by default. */
  maxBytes?: number;
}

/** The JSON texts of rows, made once for each version of a row. */
export interface RowTexts<Row extends RowVersion, Text> {
  /**
   * Texts in the order of the versions. `read` gets the unknown ones and answers their rows; undefined when one of
   * them was written again or removed between the two reads.
   *
   * @param scope Separates rows with the same id: their project.
   */
  of(
    scope: string,
    versions: readonly RowVersion[],
    read: (missing: readonly RowVersion[]) => Promise<readonly Row[]>,
  ): Promise<Text[] | undefined>;
}

/**
 * Keeps the texts of rows in this process. A list asks its database for the versions of its page, which costs a fraction of reading whole
 * rows, and reads those that are new.
 */
export const createRowTexts = <Row extends RowVersion, Text extends NonNullable<unknown>>({
  present,
  countCharacters,
  maxBytes = MAX_BYTES,
}: RowTextsOptions<Row, Text>): RowTexts<Row, Text> => {
  const kept = createLocalCache<Text>({
    max: MAX_ROWS,
    ttlMs: KEEP_MS,
    size: { max: maxBytes, of: (text) => countCharacters(text) * 2 },
  });
  return {
    of: async (scope, versions, read) => {
      const makeKey = ({ id, version }: RowVersion): string => `${scope} ${id} ${version}`;
      const known = new Map<string, Text>();
      const missing: RowVersion[] = [];
      for (const version of versions) {
        const text = kept.get(makeKey(version));
        if (text === undefined) missing.push(version);
        else known.set(makeKey(version), text);
      }
      if (missing.length > 0)
        for (const row of await read(missing)) {
          const key = makeKey(row);
          known.set(key, await kept.getOrLoad(key, () => Promise.resolve(present(row))));
        }
      const texts = versions.flatMap((version) => known.get(makeKey(version)) ?? []);
      return texts.length === versions.length ? texts : undefined;
    },
  };
};
