import { newId, openDatabase, type Database } from '@parley/persistence';
import { setTimeout as sleep } from 'node:timers/promises';

/** Customers' accounts that the tickets are spread over, in `customData.account`. */
export const ACCOUNTS = 1_000;

/** Rows written by one statement while a project is filled. */
const BATCH = 5_000;

const words =
  'invoice delivery refund password export login banner upgrade mobile order cancel receipt address colour printer cable station orbit lantern meadow'.split(
    ' ',
  );

/** A title and a text of common words and one word of its own. */
export const textOf = (n: number): string =>
  Array.from({ length: 12 }, (_, index) => words[(n * 7 + index * 3) % words.length]).join(' ') + ` case${n}`;

const copySql = `
INSERT INTO ticket
SELECT (jsonb_populate_record(t, jsonb_build_object(
  'id', n.id, 'title', n.title, 'description', n.title, 'bug_id', n.number,
  'status', (ARRAY['OPEN','INPROGRESS','DONE'])[1 + n.number % 3],
  'extra', jsonb_set(t.extra, '{customData,account}', to_jsonb(n.number % ${ACCOUNTS})),
  'share_token', n.id || 's', 'secret_share_token', n.id || 'p'))).*
FROM ticket t, unnest($3::text[], $4::text[], $5::int[]) AS n(id, title, number)
WHERE t.project_id = $1 AND t.id = $2`;

const queueSql = `
INSERT INTO search_queue (index_name, project_id, id)
SELECT 'tickets', $1, unnest($2::text[]) ON CONFLICT DO NOTHING`;

/** Copies the ticket `templateId` until the project has `size` tickets, queues them for search, and waits for the index. */
export const seedTickets = async (
  url: string,
  projectId: string,
  templateId: string,
  size: number,
  report: (text: string) => void,
): Promise<void> => {
  const db = openDatabase({ url, applicationName: 'bench seed', maxConnections: 2, statementTimeout: 0 });
  try {
    const [row] = await db.query<{ count: number; last: number }>(
      'SELECT count(*) AS count, coalesce(max(bug_id), 0) AS last FROM ticket WHERE project_id = $1',
      [projectId],
    );
    let count = row?.count ?? 0;
    let last = row?.last ?? 0;
    while (count < size) {
      const take = Math.min(BATCH, size - count);
      const ids = Array.from({ length: take }, () => newId());
      const numbers = ids.map((_, index) => last + index + 1);
      await db.query(copySql, [projectId, templateId, ids, numbers.map(textOf), numbers]);
      await db.query(queueSql, [projectId, ids]);
      count += take;
      last += take;
    }
    await db.query('UPDATE ticket_sequence SET value = $2 WHERE project_id = $1', [projectId, last]);
    await db.query('ANALYZE');
    report(`${count} tickets written; indexing them for search`);
    await waitForIndex(db, report);
    // What follows measures a settled database, as it is in production most of the time.
    await db.query('VACUUM ANALYZE');
  } finally {
    await db.close();
  }
};

const waitForIndex = async (db: Database, report: (text: string) => void): Promise<void> => {
  for (let rounds = 0; ; rounds += 1) {
    const [row] = await db.query<{ waiting: number }>('SELECT count(*) AS waiting FROM search_queue');
    if (!row || row.waiting === 0) return;
    if (rounds % 20 === 0) report(`${row.waiting} wait for the search index`);
    await sleep(500);
  }
};
