import { AFTER, APPEND, LONG_STREAMS, TRIM_OLD } from '../src/streams/stream.store';
import { startStreams, type TestStreams } from './support/streams';

/** Every statement of streams reads by an index, however many events there are. */
describe('plans', () => {
  let streams: TestStreams;
  beforeAll(async () => {
    streams = await startStreams('s2s_plans');
    await streams.db.query(
      `INSERT INTO stream_head (project_id, contact_id, seq)
       SELECT 'p', 'c' || c, CASE WHEN c % 100 = 0 THEN 1100 ELSE 20 END FROM generate_series(1, 5000) c`,
    );
    await streams.db.query(
      `INSERT INTO stream_event (project_id, contact_id, seq, name, data, at)
       SELECT 'p', 'c' || c, s, 'message.created', '{}', now() - s * interval '1 hour'
         FROM generate_series(1, 5000) c, generate_series(1, 20) s`,
    );
    await streams.db.query('ANALYZE');
  });
  afterAll(() => streams.stop());

  const plan = async (text: string, values: readonly unknown[]): Promise<string> => {
    const rows = await streams.db.query<Record<'QUERY PLAN', string>>(
      `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${text}`,
      values,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it('of what came after a number: the end of the stream and its events by their keys', async () => {
    const told = await plan(AFTER, ['p', 'c7', 10, 100, 4_194_304]);
    expect(told).toContain('stream_event_pkey');
    expect(told).toContain('stream_head_pkey');
    expect(told).not.toContain('Seq Scan');
  });

  it('of a new event: the end of its stream by its key, and whether its contact is gone', async () => {
    const told = await plan(APPEND, [
      ['p'],
      ['c7'],
      ['digest'],
      ['message.created'],
      ['{}'],
      [new Date()],
      [null],
    ]);
    expect(told).toContain('gone_contact');
    expect(told).toContain('Conflict Arbiter Indexes: stream_head_pkey');
    expect(told).not.toContain('Seq Scan on stream_');
  });

  it('of streams that are too long: those alone', async () => {
    const told = await plan(LONG_STREAMS, ['', '', 10]);
    expect(told).toContain('stream_head_long');
    expect(told).not.toContain('Seq Scan');
  });

  it('of events that are too old: the oldest first', async () => {
    const told = await plan(TRIM_OLD, [new Date(Date.now() - 19.5 * 3_600_000), 100]);
    expect(told).toContain('stream_event_at');
    expect(told).not.toContain('Seq Scan on stream_event');
  });
});
