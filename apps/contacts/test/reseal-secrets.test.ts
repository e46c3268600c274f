import { createSealer } from '@parley/auth';
import { newId } from '@parley/persistence';
import { resealImports } from '../src/imports/reseal-imports';
import { accessContext } from '../src/imports/import-job';
import { startContacts } from './support/contacts';

const OLD = 'a secret for tests, long enough to be taken';
const NEW = 'another secret for tests, long enough to be taken';

it('seals the credentials of unfinished imports with the first secret, after which the old one can go', async () => {
  const service = await startContacts();
  const old = createSealer([OLD]);
  const jobs = Array.from({ length: 3 }, () => ({ projectId: newId(), id: newId() }));
  for (const job of jobs) {
    await service.db.query(
      `INSERT INTO contact_import (project_id, id, organisation_id, platform, status, access, started_by,
         created, updated, skipped, failed, problems, attempts, due_at, created_at, updated_at)
       VALUES ($1, $2, 'o', 'hubspot', 'waiting', $3, '{}', 0, 0, 0, 0, '[]', 0, now() + interval '1 day', now(), now())`,
      [job.projectId, job.id, old.seal(`{"token":"${job.id}"}`, accessContext(job))],
    );
  }
  const replica = service.replica();
  const command = replica.commands?.['reseal-secrets'];
  expect(await command?.(() => undefined, [])).toContain('the credentials of 0 imports');
  await replica.stop();
  const deps = { db: service.db, sealer: createSealer([NEW, OLD]) };
  expect(await resealImports(deps)).toBe(3);
  expect(await resealImports(deps)).toBe(0);
  const fresh = createSealer([NEW]);
  for (const job of jobs) {
    const [row] = await service.db.query<{ access: string }>(
      'SELECT access FROM contact_import WHERE id = $1',
      [job.id],
    );
    expect(fresh.open(String(row?.access), accessContext(job))).toBe(`{"token":"${job.id}"}`);
  }
  await service.stop();
});
