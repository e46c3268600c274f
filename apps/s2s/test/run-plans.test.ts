import { BUSY } from '../src/runs/busy.store';
import { CLAIM, claimRuns, LATEST, NEXT_DUE, RUNS_SOON } from '../src/runs/run.store';
import { LIST_RUNS } from '../src/runs/list-runs';
import { trimRuns } from '../src/runs/trim-runs';
import { TRIGGERED } from '../src/workflows/workflow.store';
import { startStreams, type TestStreams } from './support/streams';

const WAITING = 100_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Runs are found by an index, however many wait. */
describe('100,000 waiting runs', () => {
  let streams: TestStreams;
  beforeAll(async () => {
    streams = await startStreams('s2s_run_plans');
    await streams.db.query(
      `INSERT INTO workflow_run (project_id, id, organisation_id, workflow_id, version, conversation_id, contact_id, channel, status,
         waits_for, current_step, taken, entered, due_at, claim, started_at)
       SELECT 'p', 'run' || r, 'o', 'w' || r % 50, 1, 'c' || r, 's' || r % 1000, 'S2S', 'waiting', 'delay', 'wait', 1, '{}',
              now() + (r || ' seconds')::interval, 1, now() - (r || ' seconds')::interval
         FROM generate_series(1, $1::integer) r`,
      [WAITING],
    );
    await streams.db.query(
      `INSERT INTO run_step (project_id, run_id, number, step, at)
       SELECT 'p', 'run' || r, 1, 'wait', now() FROM generate_series(1, $1::integer) r`,
      [WAITING],
    );
    await streams.db.query(
      `INSERT INTO workflow (project_id, id, organisation_id, name, enabled, event, manual, start, steps, version, created_at, updated_at)
       SELECT 'p', 'w' || w, 'o', 'W', true, 'e' || w, true, 'a', '[]', 1, now(), now() FROM generate_series(1, 5000) w`,
    );
    await streams.db.query(
      `INSERT INTO agent_engagement (project_id, conversation_id, organisation_id, agent_id, contact_id, engaged_at)
       SELECT 'p', 'a' || e, 'o', 'agent', 's' || e, now() FROM generate_series(1, $1::integer) e`,
      [WAITING],
    );
    await streams.db.query('ANALYZE');
  }, 120_000);
  afterAll(() => streams.stop());

  const plan = async (text: string, values: readonly unknown[]): Promise<string> => {
    const rows = await streams.db.query<Record<'QUERY PLAN', string>>(`EXPLAIN (COSTS OFF) ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it.each([
    ['whether one is due soon', `SELECT ${RUNS_SOON.at}`, [], 'workflow_run_due'],
    ['when the next is due', NEXT_DUE, [], 'workflow_run_due'],
    ['those that are due', CLAIM, [new Date(), new Date(), 16], 'workflow_run_due'],
    ['those whose wait is over', CLAIM, [new Date(), new Date(), 16], 'workflow_run_timer'],
    ['the latest of a conversation', LATEST, ['p', 'c7'], 'workflow_run_conversation'],
    ['those of a workflow', LIST_RUNS, ['p', 'w7', null, 50, 0], 'workflow_run_started_at'],
    ['those of conversations in which somebody said something', BUSY, [['p'], ['c7']], 'workflow_run_active'],
    ['workflows of an event', TRIGGERED, ['p', ['e7'], 'S2S'], 'workflow_event'],
  ])('have an index for %s', async (_what, text, values, index) => {
    const told = await plan(text, values);
    expect(told).toContain(index);
    expect(told).not.toContain('Seq Scan');
  });

  it('are taken on when they are due and not before, the longest due first, by one process each', async () => {
    const { db } = streams;
    const before = new Date(Date.now() - HOUR);
    expect(await claimRuns(db, before, 16)).toEqual([]);
    const due = new Date(Date.now() + 40_000);
    const claimed = (await Promise.all([claimRuns(db, due, 8), claimRuns(db, due, 8)])).flat();
    const ids = claimed.map(({ id }) => id);
    expect(new Set(ids).size).toBe(16);
    const numbers = ids.map((id) => Number(id.slice(3))).sort((one, other) => one - other);
    expect(numbers).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
    expect(claimed.every(({ claim }) => claim === 2)).toBe(true);
  });

  it('go on when their wait is over before those begin that an event has just started', async () => {
    const { db } = streams;
    const at = new Date(Date.now() + 60_000);
    await db.query(
      `INSERT INTO workflow_run (project_id, id, organisation_id, workflow_id, version, contact_id, channel, status, current_step, taken,
         entered, due_at, claim, started_at)
       SELECT 'p', 'begins' || r, 'o', 'w1', 1, 's1', 'S2S', 'running', 'first', 0, '{}', now() - interval '1 hour', 1, now()
         FROM generate_series(1, 1000) r`,
    );
    const waited = (await claimRuns(db, at, 8)).map(({ status }) => status);
    expect(waited).toEqual(Array.from({ length: 8 }, () => 'waiting'));
    const rest: string[] = [];
    for (
      let claimed = await claimRuns(db, at, 500);
      claimed.length > 0;
      claimed = await claimRuns(db, at, 500)
    )
      rest.push(...claimed.map(({ status }) => status));
    expect(rest.filter((status) => status === 'running')).toHaveLength(1_000);
    await db.query("DELETE FROM workflow_run WHERE id LIKE 'begins%'");
  });

  it('are kept while they wait, and for 30 days after their end, with their steps', async () => {
    const { db } = streams;
    const now = new Date();
    const end = async (id: string, days: number): Promise<void> => {
      const at = new Date(now.getTime() - days * DAY);
      await db.query(
        "UPDATE workflow_run SET status = 'done', ended_at = $2, due_at = NULL WHERE project_id = 'p' AND id = $1",
        [id, at],
      );
    };
    await end('run501', 29.9);
    await end('run502', 30.1);
    await trimRuns({ db, clock: () => now });
    const left = async (table: string, column: string): Promise<unknown[]> =>
      db.query(
        `SELECT ${column} AS id FROM ${table} WHERE project_id = 'p' AND ${column} IN ('run501', 'run502')`,
      );
    expect(await left('workflow_run', 'id')).toEqual([{ id: 'run501' }]);
    expect(await left('run_step', 'run_id')).toEqual([{ id: 'run501' }]);
    expect(await db.query('SELECT count(*)::integer AS count FROM workflow_run')).toEqual([
      { count: WAITING - 1 },
    ]);
  });
});
