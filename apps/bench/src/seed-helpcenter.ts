import { type Database, openDatabase } from '@parley/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './workload';

/** Articles of the help center, each in three languages. */
export const ARTICLES = 10_000;
/** Collections that they lie in, a fifth of them for users only; the articles go round them. */
const COLLECTIONS = 10;
/** Articles of one collection. */
export const IN_COLLECTION = ARTICLES / COLLECTIONS;
/** Articles below each of the two collections at the top. */
export const BELOW_TOP = ARTICLES / 2;
const BATCH = 1_000;
/** Milliseconds that the index may take. */
const PATIENCE = 900_000;

const stems = (
  'refund invoice parcel voucher delivery password account address payment warranty return exchange coupon ' +
  'newsletter subscription language currency shipping customs tracking receipt discount bundle gift stock'
).split(' ');

/** A word of an article's own in a language, and one that hundreds of others share. */
export const ownWord = (n: number, language: string): string => `${stems[n % stems.length]}${language}${n}`;
export const sharedWord = (n: number, language: string): string =>
  `${stems[n % stems.length]}${language}${n % 100}x`;

const LANGUAGES = ['en', 'de', 'fr'] as const;

const makeTexts = (n: number) =>
  Object.fromEntries(
    LANGUAGES.map((language) => {
      const filler = Array.from({ length: 200 }, (_, at) => sharedWord(n * 31 + at * 7, language));
      return [
        language,
        {
          title: `How does ${ownWord(n, language)} with ${sharedWord(n, language)} work`,
          text: `${filler.join(' ')}. The ${ownWord(n, language)} is there. ${filler.join(' ')}.`,
        },
      ];
    }),
  );

/** Columns that every copy shares with the article that the service wrote. */
const SHARED =
  'project_id, organisation_id, description, author, is_draft, tags, upvotes, external_id, target_audience, ' +
  'extended_audience_filter, version, created_at, updated_at, downvotes, has_draft, published_at, language_changes';
/** Columns of a copy's own. */
const OWN = 'id, doc_id, collection_id, title, plain_content, content, lexorank, base_audience_filter';

const copySql = `
INSERT INTO article (${SHARED}, ${OWN})
SELECT ${SHARED.replaceAll(/\w+/g, 't.$&')}, ${OWN.replaceAll(/\w+/g, 'n.$&')}
  FROM article t, jsonb_to_recordset($3::jsonb) AS n(id text, doc_id integer, collection_id text, title jsonb,
    plain_content jsonb, content jsonb, lexorank text, base_audience_filter jsonb)
 WHERE t.project_id = $1 AND t.id = $2`;

const toDocument = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

const mapTexts = <T>(n: number, map: (texts: { title: string; text: string }) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(makeTexts(n)).map(([language, texts]) => [language, map(texts)]));

/** Waits until a database has indexed its documents. */
const waitForIndex = async (db: Database, say: Bench['say']): Promise<void> => {
  for (const end = Date.now() + PATIENCE; ; await sleep(500)) {
    const [row] = await db.query<{ waiting: number }>(
      'SELECT count(*)::integer AS waiting FROM search_queue',
    );
    if (row?.waiting === 0) return;
    if (Date.now() > end) return say(`  ${row?.waiting} articles are not in the index yet`);
  }
};

/** The content of the help center. */
export interface Helpcenter {
  /** The two collections at the top. */
  top: string[];
  /** The collections with the articles. */
  collections: string[];
}

/** Writes articles straight into the database, as copies of one that the service wrote, and waits for the index. */
export const seedHelpcenter = async ({ target, workspace, say }: Bench): Promise<Helpcenter> => {
  const { projectId, parley } = workspace;
  await parley.projects.update(projectId, {
    languages: [...LANGUAGES],
    defaultLanguage: 'en',
  });
  const top: string[] = [];
  for (const title of ['Left', 'Right']) {
    const { id } = await parley.helpcenterCollections.create({
      title: { en: title, de: title },
      targetAudience: 'all',
    });
    top.push(id);
  }
  const collections: { id: string; baseAudienceFilter: unknown[] }[] = [];
  for (let n = 0; n < COLLECTIONS; n += 1) {
    const targetAudience = n % 5 === 4 ? 'users' : 'all';
    const { id } = await parley.helpcenterCollections.create({
      title: { en: `Collection ${n}`, de: `Sammlung ${n}` },
      parent: top[n < COLLECTIONS / 2 ? 0 : 1],
      targetAudience,
    });
    const holds = [{ field: 'userId', operator: 'exists', value: true }];
    collections.push({ id, baseAudienceFilter: targetAudience === 'users' ? holds : [] });
  }
  const [first] = collections;
  const article = { title: { en: 'Template' }, content: { en: 'Template' }, isDraft: false };
  const { id: template } = await parley.helpcenterArticles.create(first?.id ?? '', article);
  const db = openDatabase({
    url: target.databaseUrl('helpcenter'),
    applicationName: 'bench seed',
    maxConnections: 1,
    statementTimeout: 0,
  });
  try {
    for (let from = 2; from <= ARTICLES; from += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, ARTICLES - from + 1) }, (_, at) => {
        const n = from + at;
        const collection = collections[n % COLLECTIONS];
        return {
          id: `${template.slice(0, 16)}${n.toString(16).padStart(8, '0')}`,
          doc_id: n,
          collection_id: collection?.id,
          title: mapTexts(n, ({ title }) => title),
          plain_content: mapTexts(n, ({ text }) => text),
          content: mapTexts(n, ({ text }) => toDocument(text)),
          lexorank: String(n).padStart(8, '0'),
          base_audience_filter: collection?.baseAudienceFilter,
        };
      });
      await db.query(copySql, [projectId, template, JSON.stringify(rows)]);
    }
    await db.query(`UPDATE running_number SET last = $2 WHERE project_id = $1 AND kind = 'article'`, [
      projectId,
      ARTICLES,
    ]);
    say(`  ${ARTICLES} articles in ${LANGUAGES.length} languages written; waiting for the index`);
    await waitForIndex(db, say);
    await db.query('VACUUM ANALYZE');
  } finally {
    await db.close();
  }
  return { top, collections: collections.map(({ id }) => id) };
};
