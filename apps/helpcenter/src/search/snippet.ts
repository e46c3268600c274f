import { type Store } from '../db';
import { type Localised } from '@parley/localised';
import { acceptedOf } from '@parley/localised';
import { type Reach } from '../visitor/reach.store';
import { type VisibleHit } from './find-visible';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => entities[one] ?? one);

const MAX_CHARACTERS = 299;

/** Plain texts of the articles among the ids that are within reach, by id. */
export const getPlainTexts = async (
  { sql }: Store,
  { projectId, audiences }: Reach,
  ids: readonly string[],
): Promise<Map<string, Localised<string>>> => {
  if (ids.length === 0) return new Map();
  const rows = await sql.query<{ id: string; texts: Localised<string> }>(
    `SELECT a.id, a.plain_content AS texts
       FROM article_reach r JOIN article a ON a.project_id = r.project_id AND a.id = r.article_id
      WHERE r.project_id = $1 AND r.audience = ANY ($2) AND r.article_id = ANY ($3)`,
    [projectId, audiences, ids],
    { prepare: true },
  );
  return new Map(rows.map(({ id, texts }) => [id, texts]));
};

const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const letters = Array.from(line);
  return letters.length <= MAX_CHARACTERS ? line : `${letters.slice(0, MAX_CHARACTERS).join('').trimEnd()}…`;
};

/** What a hit shows of its text: where it matches, else its beginning. */
export const snippetsOf = async (
  store: Store,
  reach: Reach,
  wanted: string,
  hits: readonly VisibleHit[],
): Promise<string[]> => {
  const matching = ({ highlight }: VisibleHit): string | undefined =>
    highlight['content'] ?? highlight['description'];
  const bare = hits.filter((hit) => matching(hit) === undefined).map(({ article }) => article.id);
  const texts = await getPlainTexts(store, reach, bare);
  return hits.map((hit) => {
    const own = texts.get(hit.article.id) ?? {};
    const code = acceptedOf(Object.keys(own), wanted);
    return matching(hit) ?? escapeHtml(shorten((code !== undefined && own[code]) || ''));
  });
};
