/** Reads and presents documents: all of their fields, or those that a request chose. */
export interface DocumentView<Row, Document> {
  /** The list of a SELECT. */
  columns: string;
  /** The joins that these columns need. */
  joins: string;
  /** Whether its statements may stay prepared: those of the whole documents, and of the usual choices. */
  prepare: boolean;
  /** Presents a row of these columns. */
  present(row: Row): Document;
  /** Whether a field is shown. */
  shows(field: keyof Document & string): boolean;
}

/** A field that is not the property of its name: the properties that it is made of, and how. */
export interface MadeField<Row> {
  of: readonly (keyof Row & string)[];
  show(row: Row): unknown;
}

/** Declares a made field; it can only read the properties that it names. */
export const made = <Row, const Of extends keyof Row & string>(
  of: readonly Of[],
  show: (row: Pick<Row, Of>) => unknown,
): MadeField<Pick<Row, Of>> => ({ of, show });

/** Every field that is no property must be made of some; others may be. */
export type MadeFields<Row, Document> = {
  readonly [Field in Exclude<keyof Document, keyof Row>]-?: MadeField<Row>;
} & { readonly [Field in keyof Document & keyof Row]?: MadeField<Row> };

/** How the documents of a kind of row are read. */
export interface DocumentViewOptions<Row, Document> {
  /** The SQL of every property. A column of a joined table begins with the alias of that table. */
  columns: Readonly<Record<keyof Row & string, string>>;
  /** Joins by alias. */
  joins?: Readonly<Record<string, string>>;
  made: MadeFields<Row, Document>;
  /** Properties that every choice reads. */
  always: readonly (keyof Row & string)[];
  /** Presents a whole row. */
  present(row: Row): Document;
}

/** The views of the documents of one kind. */
export interface DocumentViews<Row, Document> {
  whole: DocumentView<Row, Document>;
  /**
   * The view of the chosen fields; the whole one when none is chosen.
   *
   * @param also Properties that the caller reads itself.
   */
  of(fields: readonly string[], also?: readonly (keyof Row & string)[]): DocumentView<Row, Document>;
}

/** Choices that are kept, and stay prepared. Others are planned each time, so that callers cannot fill the memory. */
const MOST_KEPT = 20;

/** A property as documents show it. */
const plain = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : (value ?? undefined);

/**
 * Prepares the views of documents. A chosen field that is the property of its name shows that property: an unset one is absent, a time
 * is ISO 8601. Columns that no chosen field needs are not read, and joins that no column needs are left out.
 */
export const createDocumentViews = <Row extends object, Document extends object>(
  options: DocumentViewOptions<Row, Document>,
): DocumentViews<Row, Document> => {
  type Property = keyof Row & string;
  const { columns, joins = {}, always, present } = options;
  const fieldsMade = options.made as Readonly<Record<string, MadeField<Row>>>;
  const select = (properties: Iterable<Property>): string =>
    [...properties].map((property) => `${columns[property]} AS "${property}"`).join(', ');
  const whole: DocumentView<Row, Document> = {
    columns: select(Object.keys(columns) as Property[]),
    joins: Object.values(joins).join(' '),
    prepare: true,
    present,
    shows: () => true,
  };
  const findMade = (field: string): MadeField<Row> | undefined =>
    Object.hasOwn(fieldsMade, field) ? fieldsMade[field] : undefined;
  const choose = (fields: readonly string[], also: readonly Property[]): DocumentView<Row, Document> => {
    const shown = fields.flatMap((field) => {
      const known = findMade(field);
      if (known) return [{ field, ...known }];
      const property = field as Property;
      if (!Object.hasOwn(columns, field)) return [];
      return [{ field, of: [property], show: (row: Row) => plain(row[property]) }];
    });
    const properties = new Set<Property>([...always, ...also, ...shown.flatMap(({ of }) => of)]);
    const aliases = new Set([...properties].map((property) => /^\w+(?=\.)/.exec(columns[property])?.[0]));
    return {
      columns: select(properties),
      joins: Object.entries(joins)
        .flatMap(([alias, join]) => (aliases.has(alias) ? [join] : []))
        .join(' '),
      prepare: false,
      present: (row) => {
        const part: Record<string, unknown> = {};
        for (const { field, show } of shown) part[field] = show(row);
        return part as Document;
      },
      shows: (field) => fields.includes(field),
    };
  };
  const kept = new Map<string, DocumentView<Row, Document>>();
  return {
    whole,
    of: (fields, also = []) => {
      if (fields.length === 0) return whole;
      const key = `${fields.join()} ${also.join()}`;
      const known = kept.get(key);
      if (known) return known;
      const view = choose(fields, also);
      if (kept.size === MOST_KEPT) return view;
      kept.set(key, { ...view, prepare: true });
      return kept.get(key) ?? view;
    },
  };
};
