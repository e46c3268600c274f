import { type Database, openDatabase } from '@parley/persistence';
import { serviceDatabaseUrl } from '@parley/runtime';
import { eventually, freePort } from '@parley/testing';
import { type Api, createApi, ok } from './support/api';
import { dropDatabases, newDatabaseUrl } from './support/databases';
import { type Mailbox, openMailbox } from './support/mailbox';
import { signUp } from './support/main-job';
import { removeHome, type RunningPlatform, startStandalone, temporaryHome } from './support/platform';

const CONTACTS = 400;

/** Rows that an import writes in one transaction. */
const BATCH = 250;

/** Key of the lock that holds writes up. */
const LOCK = 4711;

/**
 * Keeps each event that is ever told; and a write of the entry of a record in `held` waits, with all its rows written, while
 * the test has the lock.
 */
const WATCH = [
  'CREATE TABLE told AS SELECT * FROM outbox_event WITH NO DATA',
  `CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
     'BEGIN INSERT INTO told SELECT NEW.*; RETURN NULL; END'`,
  'CREATE TRIGGER tell AFTER INSERT ON outbox_event FOR EACH ROW EXECUTE FUNCTION tell()',
  'CREATE TABLE held (record_id text)',
  `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN
     IF EXISTS (SELECT FROM written JOIN held USING (record_id)) THEN PERFORM pg_advisory_xact_lock_shared(${LOCK}); END IF;
     RETURN NULL; END'`,
  // After the trigger that counts: they run in the order of their names.
  `CREATE TRIGGER wait_moved AFTER UPDATE ON pipeline_entry
     REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION wait()`,
  `CREATE TRIGGER wait_added AFTER INSERT ON pipeline_entry
     REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION wait()`,
];

/** Entries that are not whole: their history no chain to their lane, or their events not one for each step of it. */
const BROKEN = `
SELECT e.id, h.steps, t.told FROM pipeline_entry e
  LEFT JOIN LATERAL (SELECT array_agg(concat(from_value #>> '{}', '>', to_value #>> '{}') ORDER BY seq) AS steps,
                            bool_and(from_value IS NOT DISTINCT FROM previous) AS is_chain,
                            (array_agg(to_value #>> '{}' ORDER BY seq DESC))[1] AS lane
                       FROM (SELECT *, lag(to_value) OVER (ORDER BY seq) AS previous FROM pipeline_entry_history
                              WHERE entry_id = e.id AND field = 'laneId') c) h ON true
  LEFT JOIN LATERAL (SELECT array_agg(concat(payload ->> 'fromLaneId', '>', payload #>> '{entry,laneId}')
                                      ORDER BY seq) AS told
                       FROM told WHERE aggregate_id = e.id) t ON true
 WHERE h.is_chain IS NOT TRUE OR h.lane IS DISTINCT FROM e.lane_id OR h.steps IS DISTINCT FROM t.told`;

describe('boards of a platform that is killed with kill -9', () => {
  const home = temporaryHome();
  const server = newDatabaseUrl('pipelines_crash');
  let settings: Record<string, string>;
  let mailbox: Mailbox;
  let platform: RunningPlatform;
  let db: Database;
  let api: Api;
  let rows: { recordId: string }[];

  beforeAll(async () => {
    mailbox = await openMailbox();
    settings = {
      PARLEY_HOME: home,
      PARLEY_DEMO: '0',
      PORT: String(await freePort()),
      DATABASE_URL: server,
      SMTP_URL: mailbox.url,
      RATE_LIMIT_PER_MINUTE: '100000',
    };
    platform = await startStandalone(settings);
    const url = serviceDatabaseUrl(server, 'pipelines');
    db = openDatabase({ url, applicationName: 'test', maxConnections: 4 });
    for (const statement of WATCH) await db.query(statement);
    const anonymous = createApi(() => `${platform.origin}/v3`);
    ({ api } = await signUp(anonymous, mailbox));
    rows = [];
    while (rows.length < CONTACTS) {
      const create = async (_: unknown, index: number) =>
        ok(await api.call('POST', '/sessions', { userId: `u-${rows.length + index}` }));
      const created = await Promise.all(Array.from({ length: 10 }, create));
      rows.push(...created.map(({ id }) => ({ recordId: id as string })));
    }
  });
  afterAll(async () => {
    await platform.stop();
    await Promise.all([mailbox.close(), db.close()]);
    await dropDatabases(server);
    removeHome(home);
  });

  const board = async (): Promise<string> => {
    const lanes = ['a', 'b', 'c'].map((id) => ({ id, title: id }));
    return ok(await api.call('POST', '/pipelines', { name: 'Board', recordType: 'contacts', lanes })).id;
  };
  const fill = async (pipelineId: string): Promise<string[]> =>
    ok(await api.call('POST', `/pipelines/${pipelineId}/entries/import`, { entries: rows })).ids;
  const move = async (pipelineId: string, ids: readonly string[]) =>
    api.call('PUT', `/pipelines/${pipelineId}/entries/bulk`, {
      action: 'move',
      selection: { ids },
      payload: { laneId: 'b' },
    });
  const restart = async (): Promise<void> => {
    await platform.kill();
    platform = await startStandalone(settings);
  };
  /** The lanes of the entries of a board, by id; each entry must be whole, and every event delivered in the end. */
  const wholeEntries = async (pipelineId: string): Promise<Map<string, string>> => {
    expect(await db.query(BROKEN)).toEqual([]);
    await eventually(async () => {
      expect(await db.query('SELECT id FROM outbox_event WHERE published_at IS NULL')).toEqual([]);
    });
    const entries = await db.query<{ id: string; laneId: string }>(
      'SELECT id, lane_id AS "laneId" FROM pipeline_entry WHERE pipeline_id = $1',
      [pipelineId],
    );
    const summary = ok(await api.call('GET', `/pipelines/${pipelineId}/summary`));
    const count = (lane: string) => entries.filter(({ laneId }) => laneId === lane).length;
    expect(summary.lanes.map((lane: { count: number }) => lane.count)).toEqual(['a', 'b', 'c'].map(count));
    return new Map(entries.map(({ id, laneId }) => [id, laneId]));
  };
  /** Kills the process while it writes the entry of a row, which `run` asks for. */
  const killAt = async (row: number, run: () => Promise<unknown>): Promise<void> => {
    await db.query('INSERT INTO held VALUES ($1)', [rows[row]?.recordId]);
    await db.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
      const answered = run().then(
        () => true,
        () => false,
      );
      await eventually(async () => {
        const waiting = await db.query(
          `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        expect(waiting).toHaveLength(1);
      });
      await platform.kill();
      expect(await answered).toBe(false);
    });
    platform = await startStandalone(settings);
  };

  it('have of an import what was written whole, and the rest when it is repeated', async () => {
    const id = await board();
    await killAt(CONTACTS - 1, () => fill(id));
    const before = await wholeEntries(id);
    expect(before.size).toBe(BATCH);
    const again = ok(await api.call('POST', `/pipelines/${id}/entries/import`, { entries: rows }));
    expect(again).toMatchObject({
      created: CONTACTS - BATCH,
      updated: 0,
      unchanged: BATCH,
      failed: [],
    });
    expect(again.ids.slice(0, BATCH).sort()).toEqual([...before.keys()].sort());
    expect([...(await wholeEntries(id)).keys()].sort()).toEqual([...again.ids].sort());
  });

  it('have nothing of a bulk move that was not written to its end, and all that was answered', async () => {
    const id = await board();
    const ids = await fill(id);
    const [one, few, many] = [ids[0] as string, ids.slice(1, 50), ids.slice(50)];
    ok(await api.call('PUT', `/pipeline-entries/${one}/move`, { laneId: 'c' }));
    expect(ok(await move(id, few))).toMatchObject({ updated: few.length });
    await killAt(CONTACTS - 1, () => move(id, many));
    const lanes = await wholeEntries(id);
    expect(ids.map((entry) => lanes.get(entry))).toEqual([
      'c',
      ...few.map(() => 'b'),
      ...many.map(() => 'a'),
    ]);
    expect(ok(await move(id, many))).toMatchObject({ matched: many.length, failed: [] });
    expect([...(await wholeEntries(id)).values()].filter((lane) => lane === 'b')).toHaveLength(CONTACTS - 1);
  });

  it('have each of several bulk moves whole or not at all, and those that were answered', async () => {
    const id = await board();
    const ids = await fill(id);
    const parts = Array.from({ length: 8 }, (_, part) => ids.slice(part * 50, part * 50 + 50));
    const answered = new Set<number>();
    const moves = parts.map(async (part, index) => {
      if ((await move(id, part)).status === 200) answered.add(index);
    });
    await Promise.race(moves);
    await restart();
    await Promise.allSettled(moves);
    expect(answered.size).toBeGreaterThan(0);
    const lanes = await wholeEntries(id);
    for (const [index, part] of parts.entries()) {
      const found = new Set(part.map((entry) => lanes.get(entry)));
      expect(found.size).toBe(1);
      if (answered.has(index)) expect([...found]).toEqual(['b']);
    }
  });
});
