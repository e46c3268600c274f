import { migrate } from '@parley/persistence';
import { createTestDatabase } from '@parley/testing';
import { migrations } from '../src/generated/migrations';

const quiet = { info: () => undefined, error: () => undefined };

it('leaves a project from before identityVerification was on by default as it is', async () => {
  const { db, url, drop } = await createTestDatabase('existing_projects');
  try {
    const change = migrations.findIndex(({ name }) => name.endsWith('identity_verification'));
    await migrate(url, migrations.slice(0, change), quiet);
    await db.query(`INSERT INTO user_account (id, email, name) VALUES ('u', 'u@example.com', 'U')`);
    await db.query(`INSERT INTO organisation (id, name) VALUES ('o', 'O')`);
    const insert = (id: string) =>
      db.query(
        `INSERT INTO project (id, organisation_id, name, api_token, session_secret, languages, allowed_domains,
                              ticket_statuses, ticket_types, created_by)
         VALUES ($1, 'o', 'P', $1, 's', '{}', '{}', '{}', '{}', 'u')`,
        [id],
      );
    await insert('before');
    await migrate(url, migrations, quiet);
    await insert('new');
    expect(await db.query('SELECT id, identity_verification AS demands FROM project ORDER BY id')).toEqual([
      { id: 'before', demands: false },
      { id: 'new', demands: true },
    ]);
  } finally {
    await drop();
  }
});
