import { fileKey, fileUrl, createFolderStore } from '@parley/files';
import { newId } from '@parley/persistence';
import { ImportsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/imports_service';
import { type CallContext, createClient, createNetworkCaller, startRpcServer } from '@parley/rpc';
import {
  createServiceProcess,
  createTestDatabase,
  describeWith,
  eventually,
  packZip,
  startNats,
} from '@parley/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestContacts } from './support/contacts';
import { createDirectory, silentObserver } from './support/helpcenter';

const ARTICLES = 400;
const KILLS = 3;

const projectId = newId();
const context = (): CallContext => ({
  requestId: 'test',
  scope: {
    actor: { type: 'user', id: newId(), email: 'ada@team.example', confirmed: true },
    projectId,
    organisationId: newId(),
    role: 'user',
  },
  deadline: Date.now() + 60_000,
  signal: new AbortController().signal,
});

describeWith('nats')('an import whose process is killed with kill -9', () => {
  it('goes on with the next article, doubles nothing, and counts true', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-import-'));
    const [database, nats] = await Promise.all([createTestDatabase('article_import_kill'), startNats()]);
    const beside = {
      settings: new Map(),
      members: new Map(),
      online: new Set<string>(),
      contacts: createTestContacts(),
    };
    const workspace = await startRpcServer({
      services: [createDirectory([], beside)],
      address: '127.0.0.1:0',
      observer: silentObserver,
    });
    const helpcenter = await createServiceProcess('helpcenter', {
      HELPCENTER_DATABASE_URL: database.url,
      NATS_URL: nats.url,
      SECRET_KEY: 'a secret of the tests that is long enough',
      WORKSPACE_URL: `127.0.0.1:${workspace.port}`,
      PARLEY_HOME: folder,
      PUBLIC_URL: 'http://127.0.0.1:3000',
      LOG_LEVEL: 'error',
    });
    const caller = createNetworkCaller({ service: 'helpcenter', target: helpcenter.address });
    const imports = createClient(ImportsServiceDefinition, caller);
    const count = async (): Promise<number> =>
      (await database.db.query<{ n: number }>('SELECT count(*)::integer AS n FROM article'))[0]?.n ?? 0;
    try {
      helpcenter.start();
      await helpcenter.ready();
      await eventually(() => caller.health());
      await eventually(() => database.db.query('SELECT 1 FROM article_import'));
      // However fast the machine is, the import does not end before the last kill.
      await database.db.query(
        `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.01); RETURN NULL; END'`,
      );
      await database.db.query(
        'CREATE TRIGGER slow AFTER INSERT ON article FOR EACH ROW EXECUTE FUNCTION slow()',
      );
      const files = Array.from({ length: ARTICLES }, (_, n) => ({
        name: `${n % 2 === 0 ? 'a' : 'b'}/${n}.md`,
        content: `# Page ${n}\n\n[next](../a/0.md)`,
      }));
      const key = fileKey(projectId, 'help.zip');
      await createFolderStore({ directory: join(folder, 'files') }).put(
        key,
        (async function* () {
          yield packZip(files);
        })(),
        { contentType: 'application/zip' },
      );
      const { job } = await imports.startImport(
        { fileUrl: fileUrl('http://127.0.0.1:3000', key) },
        context(),
      );
      for (let kills = 1; kills <= KILLS; kills += 1) {
        await eventually(async () => expect(await count()).toBeGreaterThan(kills * 50));
        await helpcenter.kill();
        await database.db.query(`UPDATE job SET taken_until = now() WHERE status = 'taken'`);
        helpcenter.start();
        await helpcenter.ready();
        await eventually(() => caller.health());
      }
      await eventually(async () => {
        const { job: now } = await imports.getImport({ jobId: job?.id ?? '' }, context());
        expect(now).toMatchObject({ status: 'done', created: ARTICLES, unchanged: 0, collections: 2 });
      });
      expect(await count()).toBe(ARTICLES);
    } finally {
      await helpcenter.kill();
      await caller.close();
      await workspace.close(1_000);
      await Promise.all([nats.stop(), database.drop()]);
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
