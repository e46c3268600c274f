/** A value that hits can be filtered by. */
export type AttributeValue = string | boolean | number | string[];

/** The stored form of one thing: searchable texts and filterable attributes beside the two keys. */
export interface SearchDocument {
  /** Letters, digits, `-` and `_`; unique in its project. */
  id: string;
  /** Letters, digits and `-`. */
  projectId: string;
  [field: string]: AttributeValue | undefined;
}

/** The definition of an index, made by `defineIndex`. */
export interface IndexDefinition {
  readonly name: string;
  /** Searchable fields, the weightiest first. */
  readonly searchable: readonly string[];
  /** Fields that a query may filter by. */
  readonly filterable: readonly string[];
  /** The filterable field that holds the language of a document, such as `ja`. */
  readonly language?: string;
  /**
   * Of a word that is everywhere, documents that have it in the first searchable field come first, however old they are. In
   * PostgreSQL that takes the index of `searchTitlesSql`.
   */
  readonly titleFirst?: boolean;
}

const namePattern = /^[a-z][a-z0-9_]{0,62}$/;
const fieldPattern = /^[A-Za-z][A-Za-z0-9_]*$/;

/**
 * Declares an index. From the fourth on, searchable fields have the same weight.
 *
 * @throws Error when a name is malformed, a field is listed twice or there is nothing to search.
 */
export const defineIndex = (definition: IndexDefinition): IndexDefinition => {
  const { name, searchable, filterable } = definition;
  const fields = [...searchable, ...filterable];
  if (!namePattern.test(name)) throw new Error(`The index name "${name}" must match ${namePattern.source}`);
  if (searchable.length === 0) throw new Error(`The index "${name}" has no searchable field`);
  for (const field of fields) {
    if (!fieldPattern.test(field) || field === 'id' || field === 'projectId') {
      throw new Error(`The index "${name}" cannot have a field "${field}"`);
    }
  }
  if (definition.language !== undefined && !filterable.includes(definition.language))
    throw new Error(`The index "${name}" cannot be filtered by its language`);
  for (const list of [searchable, filterable]) {
    if (new Set(list).size !== list.length) throw new Error(`The index "${name}" lists a field twice`);
  }
  return definition;
};
