import type { Database, Sql } from '@parley/persistence';
import {
  findAccountState,
  findSettings,
  findSettingsByKey,
  findTeams,
  useServiceToken,
} from '../src/directory/directory.store';
import { findMembers } from '../src/users/with-access.store';
import { findAccess, listAccess } from '../src/projects/project-access.store';
import { startWorkspace, type TestWorkspace } from './support/workspace';

const ROWS = 20_000;

const fill = async (db: Database): Promise<void> => {
  const rows = `generate_series(1, ${ROWS}) AS n`;
  await db.query(
    `INSERT INTO user_account (id, email, name) SELECT 'u' || n, n || '@example.com', 'x' FROM ${rows}`,
  );
  await db.query(`INSERT INTO organisation (id, name) SELECT 'o' || n, 'x' FROM ${rows}`);
  await db.query(
    `INSERT INTO organisation_member (organisation_id, user_id, role) SELECT 'o' || n, 'u' || n, 'admin' FROM ${rows}`,
  );
  await db.query(
    `INSERT INTO project (id, organisation_id, name, api_token, session_secret, languages, allowed_domains,
       ticket_statuses, ticket_types, created_by)
     SELECT 'p' || n, 'o' || n, 'x', 'k' || n, 's', '{}', '{}', '{}', '{}', 'u' || n FROM ${rows}`,
  );
  await db.query(
    `INSERT INTO project_member (project_id, user_id, role)
     SELECT 'p' || n, 'u' || (n % ${ROWS} + 1), 'agent' FROM ${rows}`,
  );
  await db.query(
    `INSERT INTO service_account (project_id, id, name, token_hash, created_by)
     SELECT 'p' || n, 's' || n, 'x', 'h' || n, 'u1' FROM ${rows}`,
  );
  await db.query(`INSERT INTO team (project_id, id, name) SELECT 'p' || n, 't' || n, 'x' FROM ${rows}`);
  await db.query('ANALYZE');
};

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startWorkspace();
  await fill(workspace.database.db);
});
afterAll(() => workspace.stop());

describe(`with ${ROWS.toLocaleString('en')} rows in each table`, () => {
  it.each<[string, (sql: Sql) => Promise<unknown>]>([
    ['ResolveAccess', (sql) => findAccess(sql, 'u7', 'p7')],
    ['ResolveAccount', (sql) => findAccountState(sql, 'u7')],
    ['ResolveServiceToken', (sql) => useServiceToken(sql, 'h7')],
    ['ResolveProjectKey', (sql) => findSettingsByKey(sql, 'k7')],
    ['GetProjectSettings', (sql) => findSettings(sql, 'p7')],
    ['GetMembers', (sql) => findMembers(sql, 'p7', ['u7', 'u8', 's7'])],
    ['GetTeams', (sql) => findTeams(sql, 'p7', ['t7'])],
    ['ListProjects', (sql) => listAccess(sql, 'u7')],
  ])('%s asks one statement that scans no table', async (_rpc, ask) => {
    const plans: string[] = [];
    const explaining: Sql = {
      query: async (text, values) => {
        plans.push(
          JSON.stringify(await workspace.database.db.query(`EXPLAIN (FORMAT JSON) ${text}`, values)),
        );
        return [];
      },
    };
    await ask(explaining);
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatch(/Index (Only )?Scan/);
    expect(plans[0]).not.toContain('Seq Scan');
  });
});
