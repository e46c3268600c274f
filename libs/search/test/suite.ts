import { newId } from '@parley/persistence';
import {
  defineIndex,
  type IndexDefinition,
  type SearchDocument,
  type SearchIndex,
  type SearchQuery,
} from '../src/index';

/** An adapter under test: `open` answers an index over an engine that is there, `openAway` over one that is not. */
export interface Engine {
  open(definition: IndexDefinition): SearchIndex;
  openAway(definition: IndexDefinition): SearchIndex;
}

/** A definition with an index name of its own. */
export const testDefinition = (): IndexDefinition =>
  defineIndex({
    name: `tickets_${newId()}`,
    searchable: ['title', 'comments'],
    filterable: ['status', 'archived', 'tags', 'priority', 'language'],
    language: 'language',
  });

/** One index for a group of tests, and a project of its own for each of them. */
export interface Suite {
  index(): SearchIndex;
  projectId(): string;
  /** Adds documents, by id, to the test's project. */
  add(documents: Record<string, Partial<SearchDocument>>): Promise<void>;
  search(query: string, more?: Partial<SearchQuery>): ReturnType<SearchIndex['search']>;
  /** Ids of the hits, in order. */
  found(query: string, more?: Partial<SearchQuery>): Promise<string[]>;
}

/** Prepares an index and answers what tests do with it. Call it inside `describe`. */
export const setUp = (engine: Engine): Suite => {
  let index: SearchIndex;
  let projectId: string;
  beforeAll(async () => {
    index = engine.open(testDefinition());
    await index.prepare();
  });
  beforeEach(() => {
    projectId = newId();
  });
  const search: Suite['search'] = (query, more = {}) =>
    index.search({ projectId, query, limit: 20, match: 'all', ...more });
  return {
    index: () => index,
    projectId: () => projectId,
    add: (documents) =>
      index.upsert(Object.entries(documents).map(([id, fields]) => ({ ...fields, id, projectId }))),
    search,
    found: async (query, more) => (await search(query, more)).hits.map(({ id }) => id),
  };
};
