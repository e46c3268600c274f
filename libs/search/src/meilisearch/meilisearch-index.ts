import { inThread } from '@parley/threads';
import { Meilisearch } from 'meilisearch';
import PQueue from 'p-queue';
import { checkQuery } from '../check-query';
import type { IndexDefinition, SearchDocument } from '../definition';
import { inPasses } from '../passes';
import type { SearchIndex, SearchQuery, SearchResult } from '../search-index';
import { checkKeys, checkProjectId, lastOfEach, type StoredDocument, toStored } from '../text/bounded';
import { queryWords } from '../text/words';
import { AS_WRITTEN, type EngineDocument, findHits } from './find';
import { buildFilter, storedAttribute } from './filter';
import { chooseTextRoot } from './languages';
import { spacedWork } from './spaced.work';
import { buildSettings, settingsToRepair } from './settings';
import { finished, guarded } from './tasks';

/** Milliseconds after which a request is given up. */
const requestTimeout = 30_000;

/** Project ids have no `_`, so keys of different projects cannot be equal. */
const makeKey = (projectId: string, id: string): string => `${projectId}_${id}`;

const toEngine = (
  { language }: IndexDefinition,
  { projectId, id, text, attributes }: StoredDocument,
  spaced: readonly (readonly [field: string, spaced: string])[],
): EngineDocument & { filter: object } => {
  return {
    key: makeKey(projectId, id),
    id,
    project: projectId,
    [chooseTextRoot(language && attributes[language])]: { ...text, ...Object.fromEntries(spaced) },
    ...(spaced.length > 0 && {
      [AS_WRITTEN]: Object.fromEntries(spaced.map(([field]) => [field, text[field]])),
    }),
    filter: Object.fromEntries(
      Object.entries(attributes).map(([field, value]) => [field, storedAttribute(value)]),
    ),
  };
};

/** A rebuild sends this many documents, or this many characters of text, with one task: a task costs much by itself. */
const portion = { documents: 2_000, characters: 8_000_000 };

const countCharacters = (document: SearchDocument): number =>
  Object.values(document).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );

async function* inPortions(
  source: AsyncIterable<readonly SearchDocument[]>,
): AsyncGenerator<readonly SearchDocument[]> {
  let documents: SearchDocument[] = [];
  let characters = 0;
  for await (const batch of source) {
    for (const document of batch) {
      documents.push(document);
      characters += countCharacters(document);
      if (documents.length < portion.documents && characters < portion.characters) continue;
      yield documents;
      [documents, characters] = [[], 0];
    }
  }
  if (documents.length > 0) yield documents;
}

/** Opens an index of a Meilisearch server. */
export const createMeilisearchIndex = (options: {
  url: string;
  apiKey?: string;
  definition: IndexDefinition;
}): SearchIndex => {
  const { definition } = options;
  const client = openClient(options);
  // The engine works through one task at a time: queueing more there than one would only hide how far behind it is.
  const writer = new PQueue({ concurrency: 1 });
  let prepared = false;

  const makeReady = (uid: string): Promise<void> => createReady(client, definition, uid);

  const makeReadyOnce = async (): Promise<void> => {
    // A document sent to an index that is gone would make a new one, with other settings and nothing else in it.
    if (prepared) await client.getRawIndex(definition.name);
    else await makeReady(definition.name);
    prepared = true;
  };

  const write = (work: () => Promise<void>): Promise<void> =>
    guarded(() =>
      writer.add(async () => {
        await makeReadyOnce();
        await work();
      }),
    );

  const send = (uid: string, documents: readonly SearchDocument[]): Promise<void> =>
    sendDocuments(client, definition, uid, documents);

  return {
    prepare: () =>
      guarded(() =>
        writer.add(async () => {
          await makeReady(definition.name);
          prepared = true;
          const { numberOfDocuments } = await client.index(definition.name).getStats();
          return { isEmpty: numberOfDocuments === 0 };
        }),
      ),
    health: () =>
      guarded(async () => {
        await client.health();
        await client.getRawIndex(definition.name);
      }),
    upsert: (documents) => write(() => send(definition.name, documents)),
    remove: (projectId, ids) =>
      write(async () => {
        checkKeys(projectId, ids);
        if (ids.length === 0) return;
        await finished(
          client.index(definition.name).deleteDocuments(ids.map((id) => makeKey(projectId, id))),
        );
      }),
    removeProject: (projectId) =>
      write(async () => {
        checkProjectId(projectId);
        await finished(client.index(definition.name).deleteDocuments({ filter: buildFilter({ projectId }) }));
      }),
    search: (query) => guarded(() => find(client, definition, query)),
    rebuild: async (source) => {
      const next = `${definition.name}_rebuild`;
      const drop = (): Promise<void> => finished(client.deleteIndex(next), ['index_not_found']);
      await write(async () => {
        await drop();
        await makeReady(next);
      });
      // Each portion waits for its own turn, so that ordinary writes continue in between.
      for await (const documents of inPortions(source)) await write(() => send(next, documents));
      await write(async () => {
        await finished(client.swapIndexes([{ indexes: [definition.name, next], rename: false }]));
        await drop();
      });
    },
  };
};

/** Makes an index with its settings, or sets right those of one that exists. */
const createReady = async (client: Meilisearch, definition: IndexDefinition, uid: string): Promise<void> => {
  await finished(client.createIndex(uid, { primaryKey: 'key' }), ['index_already_exists']);
  const repair = settingsToRepair(buildSettings(definition), await client.index(uid).getSettings());
  if (repair) await finished(client.index(uid).updateSettings(repair));
};

const sendDocuments = async (
  client: Meilisearch,
  definition: IndexDefinition,
  uid: string,
  documents: readonly SearchDocument[],
): Promise<void> => {
  if (documents.length === 0) return;
  const stored = lastOfEach(documents.map((one) => toStored(definition, one)));
  const texts = stored.map(({ text }) => text);
  const characters = texts.flatMap(Object.values<string>).reduce((sum, text) => sum + text.length, 0);
  const spaced = await inThread(spacedWork, characters, texts);
  await finished(
    client.index(uid).addDocuments(
      stored.map((one, at) => toEngine(definition, one, spaced[at] ?? [])),
      { primaryKey: 'key' },
    ),
  );
};

const find = async (
  client: Meilisearch,
  definition: IndexDefinition,
  query: SearchQuery,
): Promise<SearchResult> => {
  checkQuery(definition, query);
  const words = queryWords(query.query);
  if (words.length === 0) return { hits: [], estimatedTotal: 0 };
  const { rows, total } = await inPasses(query, words, async (pass) => {
    const { hits, estimatedTotal } = await findHits(client, definition, words, pass);
    return { rows: hits, total: estimatedTotal };
  });
  return { hits: rows, estimatedTotal: total };
};

const openClient = ({ url, apiKey }: { url: string; apiKey?: string }): Meilisearch =>
  new Meilisearch({
    host: url,
    timeout: requestTimeout,
    // The server sends a compressed answer in two packets and the second only after the first is acknowledged, which
    // takes 40 ms on Linux.
    requestInit: { headers: { 'Accept-Encoding': 'identity' } },
    ...(apiKey && { apiKey }),
  });
