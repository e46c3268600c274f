import type { SearchDocument } from './definition';

/** A condition on one attribute: equal to the value, or to any of the values, or to none of them. */
export type AttributeFilter =
  string | number | boolean | readonly (string | number | boolean)[] | { not: ScalarOrList };

/** One value or several. */
export type ScalarOrList = string | number | boolean | readonly (string | number | boolean)[];

/** A question to an index. */
export interface SearchQuery {
  /** Only this project's documents are found. */
  projectId: string;
  /** The text that a person typed. Its last word matches as a prefix; words after the tenth are ignored. */
  query: string;
  /** Most hits to answer, 1 to 1,000. */
  limit: number;
  /** Conditions that must all hold. An attribute with a list of values matches when any element does. */
  filter?: Readonly<Record<string, AttributeFilter | undefined>>;
  /**
   * Whether every word must be found, or one suffices: then those with more and rarer words come first. `allFirst`: those
   * with every word, and after them, as far as there is room, those with some.
   */
  match: 'all' | 'any' | 'allFirst';
  /** Most characters of text of a snippet; 600 by default. 0: no snippets, for callers that read the documents elsewhere. */
  snippetCharacters?: number;
}

/** One found document. */
export interface SearchHit {
  id: string;
  /** Relevance from 0 to 1; comparable within one answer only. */
  score: number;
  /** For each field with a match a snippet: HTML with `<em>` around the matching words, all else escaped. */
  highlight: Record<string, string>;
}

/** The answer to a query, most relevant first. */
export interface SearchResult {
  hits: SearchHit[];
  /** Matching documents in all; exact while they are few. */
  estimatedTotal: number;
}

/**
 * Full-text search over one kind of document. A word of 5 letters or more also matches words with one wrong, missing,
 * extra or swapped letter; numbers match exactly. Every method rejects with a DomainError of kind `unavailable` when
 * the engine is away: nothing falls back.
 */
export interface SearchIndex {
  /**
   * Makes the engine ready for this index and repairs its settings. Runs by itself before the first write. Answers
   * whether the index holds nothing, as it does on a new or lost engine: then it needs a rebuild.
   */
  prepare(): Promise<{ isEmpty: boolean }>;
  /** Adds or replaces documents; they are searchable when it resolves. */
  upsert(documents: readonly SearchDocument[]): Promise<void>;
  /** Removes documents; unknown ids are ignored. */
  remove(projectId: string, ids: readonly string[]): Promise<void>;
  /** Removes everything of a project. */
  removeProject(projectId: string): Promise<void>;
  search(query: SearchQuery): Promise<SearchResult>;
  /** Resolves when the engine answers. */
  health(): Promise<void>;
  /**
   * Makes the index equal to the output of `source` while queries are answered. The caller applies concurrent changes again
   * (`createIndexer` does).
   */
  rebuild(source: AsyncIterable<readonly SearchDocument[]>): Promise<void>;
}
