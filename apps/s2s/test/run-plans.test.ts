import { findScans } from '@parley/testing';
import { BUSY } from '../src/core/busy.store';
import { LATEST, TAKE, takeRun } from '../src/core/run.store';
import { followContact } from '../src/runs/follow-contact';
import { deleteOfConversation } from '../src/runs/purge.store';
import { listRunsSql } from '../src/runs/run.list.store';
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
  });
  afterAll(() => streams.stop());

  const plan = async (text: string, values: readonly unknown[]): Promise<string> => {
    const rows = await streams.db.query<Record<'QUERY PLAN', string>>(`EXPLAIN (COSTS OFF) ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it.each([
    ['one that is due', TAKE, ['p', 'run7', new Date(), new Date()], 'workflow_run_pkey'],
    ['the latest of a conversation', LATEST, ['p', 'c7'], 'workflow_run_conversation'],
    [
      'those of a workflow',
      listRunsSql('r.started_at DESC, r.id DESC'),
      ['p', 'w7', null, 50, 0],
      'workflow_run_started_at',
    ],
    ['those of conversations in which somebody said something', BUSY, [['p'], ['c7']], 'workflow_run_active'],
    ['workflows of an event', TRIGGERED, ['p', ['e7'], 'S2S'], 'workflow_event'],
  ])('have an index for %s', async (_what, text, values, index) => {
    const told = await plan(text, values);
    expect(told).toContain(index);
    expect(told).not.toContain('Seq Scan');
  });

  it('are taken on when they are due and not before', async () => {
    const { db } = streams;
    const now = Date.now();
    expect(await takeRun(db, 'p', 'run40', new Date(now - HOUR))).toEqual({ goOnAt: expect.any(Date) });
    const taken = await takeRun(db, 'p', 'run40', new Date(now + 60_000));
    expect(taken).toMatchObject({ run: { id: 'run40', claim: 2 } });
    expect(await takeRun(db, 'p', 'unknown', new Date())).toBeUndefined();
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

  it('are deleted with their contact or conversation by indexes', async () => {
    const scans = await findScans(streams.db, async (tx) => {
      await followContact(tx, { projectId: 'p', contactId: 's7' }, 'deleted');
      await deleteOfConversation(tx, 'p', 'c8');
    });
    expect(scans).toEqual([]);
  });
});
