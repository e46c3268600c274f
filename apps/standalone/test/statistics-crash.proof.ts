import { type Database, openDatabase } from '@parley/persistence';
import { serviceDatabaseUrl } from '@parley/runtime';
import { describeWith, engineUrl, eventually } from '@parley/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { type Api, createApi, ok } from './support/api';
import { dropDatabases, newDatabaseUrl } from './support/databases';
import { type ImportedTicket, importTickets, medianWait, ticketsToImport } from './support/imports';
import { type Mailbox, openMailbox } from './support/mailbox';
import { type OwnServer, startOwnNats } from './support/own-engines';
import { signUp } from './support/people';
import { removeHome, type RunningPlatform, startServices } from './support/platform';

const PATIENCE = 120_000;

/** Key of the lock that holds writes up. */
const LOCK = 4712;

/** A write to a table that is named in `held` waits, with all its rows written, while the test has the lock. */
const WATCH = [
  'CREATE TABLE held (name text)',
  `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN
     IF EXISTS (SELECT FROM held WHERE name = TG_TABLE_NAME) THEN PERFORM pg_advisory_xact_lock_shared(${LOCK}); END IF;
     RETURN NULL; END'`,
  'CREATE TRIGGER wait AFTER INSERT ON fact FOR EACH STATEMENT EXECUTE FUNCTION wait()',
  'CREATE TRIGGER wait AFTER UPDATE ON ticket_story FOR EACH STATEMENT EXECUTE FUNCTION wait()',
];

/** Everything that figures are read from; sums of nothing are as good as none. */
const KEPT = [
  'SELECT * FROM fact ORDER BY kind, source_id',
  'SELECT * FROM fact_quarter WHERE count <> 0 ORDER BY figure, quarter',
  'SELECT * FROM class_spread WHERE count <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9',
  'SELECT * FROM trait_month WHERE count <> 0 ORDER BY 1, 2, 3, 4',
  'SELECT * FROM person_month WHERE count <> 0 ORDER BY 1, 2, 3, 4, 5, 6',
  'SELECT * FROM team_stretch WHERE count <> 0 ORDER BY 1, 2, 3, 4',
];

describeWith('redis')(
  'figures of processes that are killed with kill -9, and of a bus that goes away',
  () => {
    const server = newDatabaseUrl('statistics_crash');
    const imported: ImportedTicket[] = [];
    let live = 0;
    let mailbox: Mailbox;
    let nats: OwnServer;
    let platform: RunningPlatform;
    let db: Database;
    let api: Api;
    let env: Record<string, string>;

    beforeAll(async () => {
      [mailbox, nats] = await Promise.all([openMailbox(), startOwnNats()]);
      env = {
        DATABASE_URL: server,
        NATS_URL: nats.url,
        REDIS_URL: engineUrl('redis') ?? '',
        SMTP_URL: mailbox.url,
        RATE_LIMIT_PER_MINUTE: '1000000',
      };
      platform = await startServices(env);
      const url = serviceDatabaseUrl(server, 'statistics');
      db = openDatabase({ url, applicationName: 'test', maxConnections: 4 });
      for (const statement of WATCH) await db.query(statement);
      ({ api } = await signUp(
        createApi(() => `${platform.origin}/v3`),
        mailbox,
      ));
    }, 240_000);
    afterAll(async () => {
      await platform.stop();
      await Promise.all([mailbox.close(), nats.stop(), db.close()]);
      await dropDatabases(server);
      removeHome(platform.home);
    });

    const bring = async (count: number): Promise<void> => {
      const start = Date.parse('2026-03-01T00:00:00.000Z') + imported.length * 600_000;
      const tickets = ticketsToImport(`old-${imported.length}`, start, count);
      await importTickets(api, tickets);
      imported.push(...tickets);
    };

    /** Opens, answers and closes a ticket now. */
    const work = async (): Promise<void> => {
      const { id } = ok(await api.call('POST', '/tickets', { title: 'Now', type: 'INQUIRY' }));
      ok(await api.call('POST', '/messages', { ticket: id, comment: 'Hello' }));
      ok(await api.call('PUT', `/tickets/${id}`, { status: 'DONE' }));
      live += 1;
    };

    /** Whether every figure is what was brought and done, no more and no less. */
    const isRight = async (): Promise<void> => {
      const ask = async (chartType: string) =>
        ok(
          await api.call(
            'GET',
            `/statistics/facts?chartType=${chartType}&startDate=2026-01-01&endDate=2026-05-31`,
          ),
        );
      const now = async (chartType: string) =>
        ok(await api.call('GET', `/statistics/facts?chartType=${chartType}`)).value as number;
      const closed = imported.filter(({ isClosed }) => isClosed).length;
      expect({
        created: (await ask('NEW_TICKETS_COUNT')).value,
        replies: (await ask('TICKET_REPLIES_COUNT')).value,
        messages: (await ask('MESSAGE_COUNT')).value,
        closed: (await ask('TICKET_CLOSE_COUNT')).value,
        wait: (await ask('MEDIAN_FIRST_RESPONSE_TIME')).rawValue,
        waits: (await ask('MEDIAN_FIRST_RESPONSE_TIME')).count,
        live: [
          await now('NEW_TICKETS_COUNT'),
          await now('TICKET_REPLIES_COUNT'),
          await now('TICKET_CLOSE_COUNT'),
        ],
      }).toEqual({
        created: imported.length,
        replies: imported.length,
        messages: 2 * imported.length,
        closed,
        wait: medianWait(imported),
        waits: imported.length,
        live: [live, live, live],
      });
    };

    const kept = async (): Promise<unknown[][]> => Promise.all(KEPT.map((query) => db.query(query)));

    /** Strikes while somebody has written to a table and cannot commit. */
    const strikeAt = async (table: string, run: () => Promise<unknown>, strike: () => Promise<void>) => {
      await db.query('INSERT INTO held VALUES ($1)', [table]);
      await db.transaction(async (tx) => {
        await tx.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
        await run();
        await eventually(async () => {
          const waiting = await db.query(
            `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
          );
          expect(waiting.length).toBeGreaterThan(0);
        }, PATIENCE);
        await strike();
        await db.query('DELETE FROM held');
      });
    };

    /** `npm run statistics:rebuild` as a process of its own. */
    const rebuild = (): { child: ChildProcess; output: () => string } => {
      const child = spawn(process.execPath, ['libs/tooling/src/statistics-rebuild.mjs'], {
        cwd: resolve(__dirname, '../../..'),
        env: { PATH: process.env['PATH'], ...env, PARLEY_HOME: platform.home },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      return { child, output: () => text };
    };

    const rebuilt = async (): Promise<string> => {
      const { child, output } = rebuild();
      const [code] = (await once(child, 'exit')) as [number | null];
      expect({ code, output: code === 0 ? '' : output() }).toEqual({ code: 0, output: '' });
      return output();
    };

    it('are right when the service dies again and again with facts written and not committed', async () => {
      for (let round = 0; round < 3; round += 1) {
        await strikeAt(
          'fact',
          async () => {
            await bring(150);
            await work();
          },
          () => platform.kill('statistics'),
        );
        await Promise.all(Array.from({ length: 5 }, work));
      }
      await eventually(isRight, PATIENCE);
    }, 400_000);

    it('are right when the bus was away for more events than are fetched at once, and the service was killed meanwhile', async () => {
      await eventually(isRight, PATIENCE);
      await nats.away();
      await bring(1_500);
      await Promise.all(Array.from({ length: 10 }, work));
      await platform.kill('statistics');
      await eventually(
        () => expect(platform.output()).toMatch(/statistics.*Waiting for NATS \(NATS_URL\)/),
        PATIENCE,
      );
      await nats.back();
      await work();
      await eventually(isRight, PATIENCE);
    }, 400_000);

    it('are right when the bus comes back with nothing of what it had kept', async () => {
      await eventually(isRight, PATIENCE);
      // Events lie on the bus, and nobody has them handled yet.
      await strikeAt(
        'ticket_story',
        () => bring(300),
        async () => {
          await platform.kill('statistics');
          await nats.away();
          nats.forget();
          await nats.back();
        },
      );
      await work();
      await eventually(isRight, PATIENCE);
    }, 400_000);

    it('are the former ones while a rebuild is killed as it reads and as it swaps, and right when another has ended', async () => {
      await eventually(isRight, PATIENCE);
      const whole = await kept();
      // What only a rebuild repairs.
      await db.query('DELETE FROM fact WHERE source_id IN (SELECT source_id FROM fact ORDER BY 1 LIMIT 200)');
      await db.query('UPDATE fact_quarter SET count = count + 1');
      const damaged = await kept();
      for (const table of ['ticket_story', 'fact']) {
        let command: ReturnType<typeof rebuild> | undefined;
        await strikeAt(
          table,
          () => Promise.resolve((command = rebuild())),
          async () => {
            command?.child.kill('SIGKILL');
            await platform.kill('statistics');
          },
        );
        if (table === 'ticket_story') expect(await kept()).toEqual(damaged);
        // Nobody waits a minute for the claim of the dead ones to run out.
        await db.query('UPDATE build SET lease_until = now()');
      }
      const said = await rebuilt();
      expect(said).toContain('statistics: 1 projects are read anew.');
      expect(said).toContain('statistics: 1 projects are built.');
      expect(await kept()).toEqual(whole);
      await isRight();
    }, 400_000);
  },
);
