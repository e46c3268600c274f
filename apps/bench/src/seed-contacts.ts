import { type Database, openDatabase } from '@parley/persistence';
import { call } from './api';
import { COMPANIES, fieldsSql, firstNames, lastNames } from './people';
import type { Bench } from './workload';

/** Rows written by one statement. */
const BATCH = 50_000;

/** What search looks through, made of a row's fields as the contacts service makes it. */
const searchTextSql = (row: string): string => {
  const fields = ['name', 'email', 'user_id', 'company_name', 'phone'];
  return `E'\\n' || lower(concat_ws(E'\\n', ${fields.map((field) => `coalesce(${row}.${field}, '')`).join(', ')})) || E'\\n'`;
};

// The id has the form that ids have: the time, then a counter. The record is made in FROM: a star behind the function
// itself would make it once per column.
const copySql = `
INSERT INTO contact
SELECT row.* FROM contact t, generate_series($3::int, $4::int) n,
  LATERAL (SELECT now() - ($5::int - n + 1) * interval '10 seconds' AS at) at,
  LATERAL (${fieldsSql('$6', '$7')}) f,
  LATERAL jsonb_populate_record(t, jsonb_build_object(
  'id', lpad(to_hex((extract(epoch FROM at.at) * 1000)::bigint), 12, '0') || lpad(to_hex(n), 12, '0'),
  'svc_id', 'bench-' || n, 'user_id', f.user_id, 'email', f.email, 'name', f.name, 'phone', f.phone,
  'company_id', f.company_id, 'company_name', f.company_name, 'search_text', ${searchTextSql('f')},
  'plan', CASE n % 4 WHEN 0 THEN 'pro' ELSE 'free' END, 'tags', jsonb_build_array('tag-' || n % 100), 'value', n % 997,
  'first_activity', at.at, 'last_activity', at.at, 'created_at', at.at, 'updated_at', at.at)) AS row
WHERE t.project_id = $1 AND t.id = $2`;

const companiesSql = `
INSERT INTO company
SELECT row.* FROM company c, generate_series(0, ${COMPANIES - 1}) n,
  LATERAL jsonb_populate_record(c, jsonb_build_object(
  'company_id', 'company-' || n, 'name', 'Company ' || n, 'search_name', 'company ' || n,
  'id', lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || lpad(to_hex(n), 12, '0'))) AS row
WHERE c.project_id = $1 AND c.company_id = $2`;

/**
 * Does something while a table has no indexes but its keys: a million rows are written in a fraction of the time, and the
 * indexes come out as if built in one go.
 */
const withoutIndexes = async (db: Database, table: string, work: () => Promise<void>): Promise<void> => {
  const indexes = await db.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = $1::regclass AND NOT i.indisunique`,
    [table],
  );
  for (const { name } of indexes) await db.query(`DROP INDEX "${name}"`);
  await work();
  for (const { definition } of indexes) await db.query(definition);
};

const TEMPLATE = {
  userId: 'bench-template',
  email: 'Bench.Template@example.com',
  name: 'Bench Template',
  phone: '+49 30 0',
  companyId: 'bench-template',
  companyName: 'Bench Works',
  lang: 'en',
  platform: 'web',
  customData: { seats: 5, region: 'eu' },
};

/** The seed writes the search texts itself; this checks that they equal those of the service. */
const checkSearchText = async (db: Database, projectId: string, id: string): Promise<void> => {
  const [row] = await db.query<{ same: boolean }>(
    `SELECT t.search_text = ${searchTextSql('t')} AS same FROM contact t WHERE t.project_id = $1 AND t.id = $2`,
    [projectId, id],
  );
  if (!row?.same) throw new Error('The contacts service makes its search text in another way than the seed');
};

/** Writes contacts straight into the database, as copies of one that the service wrote. */
export const seedContacts = async ({ target, workspace, options, say }: Bench): Promise<void> => {
  const { projectId } = workspace;
  const { id } = await call<{ id: string }>(workspace, 'POST', '/sessions', TEMPLATE);
  const db = openDatabase({
    url: target.databaseUrl('contacts'),
    applicationName: 'bench seed',
    maxConnections: 1,
    statementTimeout: 0,
  });
  try {
    await checkSearchText(db, projectId, id);
    await db.query("SET maintenance_work_mem = '512MB'");
    await db.query(companiesSql, [projectId, TEMPLATE.companyId]);
    await withoutIndexes(db, 'contact', async () => {
      for (let from = 1; from <= options.contacts; from += BATCH) {
        const to = Math.min(from + BATCH - 1, options.contacts);
        const names = [firstNames, lastNames];
        await db.query(copySql, [projectId, id, from, to, options.contacts, ...names]);
      }
      say(`  ${options.contacts} contacts written; making the indexes`);
    });
    await db.query('VACUUM ANALYZE');
  } finally {
    await db.close();
  }
};
