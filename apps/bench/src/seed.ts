import { newId, openDatabase, type Database } from '@parley/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeText, makeTitle } from './vocabulary';
import type { Bench } from './workload';

/** Customers' accounts that the tickets are spread over, in `customData.account`. */
export const ACCOUNTS = 1_000;

/** Rows written by one statement while a project is filled. */
export const BATCH = 5_000;

// The record is made in FROM: a star behind the function itself would make it once per column.
const copySql = `
INSERT INTO ticket
SELECT row.* FROM ticket t, unnest($3::text[], $4::text[], $5::int[], $6::text[]) AS n(id, title, number, text),
  LATERAL jsonb_populate_record(t, jsonb_build_object(
  'id', n.id, 'title', n.title, 'description', n.text, 'bug_id', n.number,
  'status', (ARRAY['OPEN','INPROGRESS','DONE'])[1 + n.number % 3],
  'extra', jsonb_set(t.extra, '{customData,account}', to_jsonb(n.number % ${ACCOUNTS})),
  'share_token', n.id || 's', 'secret_share_token', n.id || 'p')) AS row
WHERE t.project_id = $1 AND t.id = $2`;

const queueSql = `
INSERT INTO search_queue (index_name, project_id, id)
SELECT 'tickets', $1, unnest($2::text[]) ON CONFLICT DO NOTHING`;

/** Rounds of half a second without progress after which indexing counts as finished. */
const STANDSTILL = 120;

const waitForIndex = async (db: Database, say: Bench['say']): Promise<void> => {
  let [least, stood] = [Infinity, 0];
  for (let rounds = 0; ; rounds += 1) {
    const [row] = await db.query<{ waiting: number }>('SELECT count(*) AS waiting FROM search_queue');
    const waiting = row?.waiting ?? 0;
    if (waiting === 0) return;
    stood = waiting < least ? 0 : stood + 1;
    least = Math.min(least, waiting);
    if (stood > STANDSTILL) throw new Error(`${waiting} tickets wait for the search index in vain`);
    if (rounds % 20 === 0) say(`  ${waiting} wait for the search index`);
    await sleep(500);
  }
};

/**
 * Copies the workspace's ticket until the project has as many as it is to have, queues them for search, and waits for the
 * index. Answers how many there are: more than asked for when workloads before made some.
 */
export const seedTickets = async ({
  target,
  workspace: { projectId, ticketId },
  tickets,
  say,
}: Pick<Bench, 'target' | 'workspace' | 'tickets' | 'say'>): Promise<number> => {
  const url = target.databaseUrl('tickets');
  const db = openDatabase({ url, applicationName: 'bench seed', maxConnections: 2, statementTimeout: 0 });
  try {
    const [row] = await db.query<{ count: number; last: number }>(
      'SELECT count(*) AS count, coalesce(max(bug_id), 0) AS last FROM ticket WHERE project_id = $1',
      [projectId],
    );
    let count = row?.count ?? 0;
    let last = row?.last ?? 0;
    while (count < tickets) {
      const take = Math.min(BATCH, tickets - count);
      const ids = Array.from({ length: take }, () => newId());
      const numbers = ids.map((_, index) => last + index + 1);
      const [titles, texts] = [numbers.map(makeTitle), numbers.map(makeText)];
      await db.query(copySql, [projectId, ticketId, ids, titles, numbers, texts]);
      await db.query(queueSql, [projectId, ids]);
      count += take;
      last += take;
    }
    await db.query('UPDATE ticket_sequence SET value = $2 WHERE project_id = $1', [projectId, last]);
    await db.query('ANALYZE');
    say(`  ${count} tickets written; indexing them for search`);
    await waitForIndex(db, say);
    // What follows measures a settled database, as it is in production most of the time.
    await db.query('VACUUM ANALYZE');
    return count;
  } finally {
    await db.close();
  }
};
