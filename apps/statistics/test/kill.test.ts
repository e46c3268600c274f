import { newId } from '@parley/persistence';
import { type RpcServer, startRpcServer } from '@parley/rpc';
import {
  createServiceProcess,
  createTestDatabase,
  describeWith,
  eventually,
  type ServiceProcess,
  startNats,
  type TestDatabase,
} from '@parley/testing';
import { requestBuilds } from '../src/progress/build.store';
import { createNeighbours, type Neighbours, silentObserver } from './support/neighbours';
import { makeTicket } from './support/tickets';

const START = Date.now() - 24 * 3_600_000;

describeWith('nats')('builds of statistics whose process is killed with kill -9', () => {
  let database: TestDatabase;
  let nats: { url: string; stop(): Promise<void> };
  let neighbours: Neighbours;
  let peers: RpcServer;
  let statistics: ServiceProcess;

  beforeAll(async () => {
    neighbours = createNeighbours();
    [database, nats] = await Promise.all([createTestDatabase('statistics_kill'), startNats()]);
    peers = await startRpcServer({
      address: '127.0.0.1:0',
      services: neighbours.implementations,
      observer: silentObserver,
    });
    const target = `127.0.0.1:${peers.port}`;
    statistics = await createServiceProcess('statistics', {
      STATISTICS_DATABASE_URL: database.url,
      NATS_URL: nats.url,
      SECRET_KEY: 'a secret of the tests that is long enough',
      CONTACTS_URL: target,
      WORKSPACE_URL: target,
      TICKETS_URL: target,
      LOG_LEVEL: 'error',
    });
  });

  afterAll(async () => {
    await statistics.kill();
    await Promise.all([peers.close(100), nats.stop(), database.drop()]);
  });

  it('go on at the page where they were, and one with which three died is set aside until it is asked for again', async () => {
    const [good, poison] = [newId(), newId()];
    for (const projectId of [good, poison])
      neighbours.histories.set(
        projectId,
        Array.from({ length: 12 }, (_, index) => makeTicket(projectId, START + index * 1_000).whole()),
      );
    const ids = (neighbours.histories.get(poison) ?? []).map(({ ticketId }) => ticketId).sort();
    const parts: number[] = [];
    let dying: Promise<void> | undefined;
    let isDeadly = true;
    neighbours.beforePart = async ([first]) => {
      const at = ids.indexOf(first?.ticketId ?? '');
      if (at < 0) return;
      parts.push(at);
      if (!isDeadly || at < 6) return;
      // What is sent is read ahead: the parts before are stored.
      await eventually(async () =>
        expect(await database.db.query('SELECT position FROM build WHERE project_id = $1', [poison])).toEqual(
          [{ position: ids[5] }],
        ),
      );
      dying ??= statistics.kill();
      await dying;
      // The rest of this stream must not count as another death: the stream may not have noticed yet that its reader is gone.
      throw new Error('Its reader was killed');
    };
    const builds = async (): Promise<Record<string, object>> => {
      const rows = await database.db.query<{
        id: string;
        waits: boolean;
        built: boolean;
        status: string | null;
      }>(
        `SELECT b.project_id AS id, requested_at IS NOT NULL AS waits, built_at IS NOT NULL AS built, j.status
           FROM build b LEFT JOIN job j ON j.project_id = b.project_id AND j.name = 'statistics build'`,
      );
      return Object.fromEntries(rows.map(({ id, ...row }) => [id, row]));
    };
    statistics.start();
    for (let deaths = 1; deaths <= 3; deaths += 1) {
      await eventually(() => expect(dying).toBeDefined());
      await dying;
      dying = undefined;
      // Others take it after a minute by themselves.
      await database.db.query(`UPDATE job SET taken_until = now() WHERE status = 'taken'`);
      statistics.start();
    }
    await eventually(async () =>
      expect(await builds()).toEqual({
        [good]: { waits: false, built: true, status: null },
        [poison]: { waits: true, built: false, status: 'dead' },
      }),
    );
    // What was read stayed read: each death was at the third part.
    expect(parts).toEqual([0, 3, 6, 6, 6]);
    isDeadly = false;
    await requestBuilds(database.db, [poison], new Date());
    await eventually(async () =>
      expect((await builds())[poison]).toEqual({ waits: false, built: true, status: null }),
    );
    const counts = await database.db.query(
      'SELECT project_id, count(*)::integer AS count FROM ticket GROUP BY 1 ORDER BY 1',
    );
    expect(counts).toEqual([good, poison].sort().map((id) => ({ project_id: id, count: 12 })));
    expect(dying).toBeUndefined();
  });
});
