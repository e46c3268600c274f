/** A collection of another help center. */
export interface ExportCollection {
  /** `platform:kind:id`. */
  key: string;
  parent: string | undefined;
  order: number | undefined;
  texts: { language: string | undefined; title: string; description: string }[];
}

/** An article of another help center. */
export interface ExportArticle {
  /** `platform:article:id`. */
  key: string;
  id: string;
  /** Numbers and ids in the addresses that links to it have. */
  names: string[];
  collection: string | undefined;
  order: number | undefined;
  isDraft: boolean;
  tags: string[];
  texts: ExportText[];
}

/** An article in one language. */
export interface ExportText {
  /** Undefined for the language of the import. */
  language: string | undefined;
  title: string;
  description: string;
  html: string;
  /** Former addresses: whole ones, or paths. */
  addresses: string[];
  isDraft: boolean;
}

/** A part of an export. */
export type ExportPart =
  | { collection: ExportCollection }
  | { article: ExportArticle }
  /** A text of an article that is elsewhere in the export. */
  | { text: ExportText; of: string };

export type Fields = Readonly<Record<string, unknown>>;

/** Reads a record, found in the list of a name; undefined for one of another platform. */
export type PlatformReader = (record: Fields, list: string) => ExportPart[] | undefined;

export const readString = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

export const readOrder = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

export const readStrings = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(readString).filter((text) => text !== '') : [];

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const readRecords = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** The key of another record; undefined when there is none. */
export const keyOf = (kind: string, id: unknown): string | undefined =>
  readString(id) === '' ? undefined : `${kind}:${readString(id)}`;
