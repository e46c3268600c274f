import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { MAX_ATTEMPTS } from '../src/bulk/fire-scheduled-replies';
import { toIds, scheduledWorld } from './support/scheduled-world';
import { callerIn } from './support/service';

const world = scheduledWorld('scheduled_reply_failures');
const { many, send, list, cancel, findReply, listMessages, later, stored } = world;

describe('A scheduled reply that does not go out at once', () => {
  it('fails with a reason when its ticket was merged before, and is scheduled anew when its batch is sent again', async () => {
    const ids = toIds(await many(31));
    await send({ ids }, { batchId: 'merged' });
    const merge = (into: string | null) =>
      world.service.db.query('UPDATE ticket SET duplicate_of_id = $1 WHERE id = $2', [into, ids[0]]);
    await merge(ids[1] ?? '');
    later(61);
    await eventually(async () =>
      expect(await findReply(ids[0] ?? '')).toMatchObject({ status: 'failed', reason: 'ticket_merged' }),
    );
    expect(await listMessages(ids[0] ?? '')).toEqual([]);
    expect(await send({ ids }, { batchId: 'merged' })).toMatchObject({ failed: 1, deduplicated: 30 });
    await merge(null);
    expect(await send({ ids }, { batchId: 'merged', comment: 'New' })).toMatchObject({
      scheduled: 1,
      deduplicated: 30,
    });
    later(125);
    await eventually(async () =>
      expect((await listMessages(ids[0] ?? '')).map(({ plainContent }) => plainContent)).toEqual(['New']),
    );
    const [reply, ...others] = await list(ids[0] ?? '');
    expect(reply).toMatchObject({ status: 'sent', reason: undefined });
    expect(others).toEqual([]);
  });

  it('that failed can be cancelled, so that no retry of the batch sends it', async () => {
    const ids = toIds(await many(31));
    await send({ ids }, { batchId: 'void' });
    await world.service.db.query(`UPDATE bulk_reply SET status = 'failed' WHERE ticket_id = $1`, [ids[0]]);
    await cancel(ids[0] ?? '', (await findReply(ids[0] ?? '')).id);
    expect(await send({ ids }, { batchId: 'void' })).toMatchObject({ scheduled: 0, deduplicated: 31 });
  });

  it('that failed is sent at once by an inline retry', async () => {
    const ids = toIds(await many(31));
    await send({ ids }, { batchId: 'rescue' });
    await world.service.db.query(
      `UPDATE bulk_reply SET status = 'failed', reason = 'not_sent' WHERE ticket_id = $1`,
      [ids[0]],
    );
    expect(await send({ ids: [ids[0]] }, { batchId: 'rescue' })).toMatchObject({ sent: 1 });
    expect(await findReply(ids[0] ?? '')).toMatchObject({ status: 'sent', reason: undefined });
  });

  it('is put off when it cannot be written, without holding up the others, and goes out when it can', async () => {
    const ids = toIds(await many(31));
    await send({ ids });
    await world.service.db.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN IF NEW.ticket_id = '${ids[3]}' THEN RAISE 'refused'; END IF; RETURN NEW; END $$`,
    );
    await world.service.db.query(
      'CREATE TRIGGER refuse BEFORE INSERT ON message FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    try {
      later(61);
      await eventually(async () =>
        expect(await stored(ids)).toEqual([
          { status: 'pending', count: 1 },
          { status: 'sent', count: 30 },
        ]),
      );
      const attempts = async () =>
        (
          await world.service.db.query<{ attempts: number }>(
            'SELECT attempts FROM bulk_reply WHERE ticket_id = $1',
            [ids[3]],
          )
        )[0]?.attempts;
      await eventually(async () => expect(await attempts()).toBeGreaterThan(0));
      await world.service.db.query('UPDATE bulk_reply SET attempts = $2 WHERE ticket_id = $1', [
        ids[3],
        MAX_ATTEMPTS - 1,
      ]);
      later(600);
      await eventually(async () =>
        expect(await findReply(ids[3] ?? '')).toMatchObject({ status: 'failed', reason: 'not_sent' }),
      );
    } finally {
      await world.service.db.query('DROP FUNCTION refuse CASCADE');
    }
    const [{ batchId = '' } = {}] = await list(ids[3] ?? '');
    expect(await send({ ids: [ids[3]] }, { batchId })).toMatchObject({ sent: 1 });
  });

  it('whose process was killed is sent by another one when the time of that one has run out', async () => {
    const ids = toIds(await many(31));
    await send({ ids });
    await world.service.db.query(
      `UPDATE job SET status = 'taken', due_at = 'infinity', taken_until = now() + interval '120 s', claim = claim + 1
        WHERE project_id = $1`,
      [world.caller.projectId],
    );
    later(125);
    await eventually(async () => expect(await stored(ids)).toEqual([{ status: 'sent', count: 31 }]));
    for (const id of ids) expect(await listMessages(id)).toHaveLength(1);
  });

  it('fails when processes died with its batch three times, and is scheduled anew when that is sent again', async () => {
    const ids = toIds(await many(31));
    await send({ ids }, { batchId: 'deadly' });
    await world.service.db.query('UPDATE job SET deaths = 3 WHERE project_id = $1', [world.caller.projectId]);
    later(61);
    await eventually(async () => expect(await stored(ids)).toEqual([{ status: 'failed', count: 31 }]));
    expect(await findReply(ids[0] ?? '')).toMatchObject({ status: 'failed', reason: 'not_sent' });
    expect(await send({ ids }, { batchId: 'deadly' })).toMatchObject({ scheduled: 31 });
    later(125);
    await eventually(async () => expect(await stored(ids)).toEqual([{ status: 'sent', count: 31 }]));
  });

  it('of a former release is sent at its time, also one that a process of it holds', async () => {
    const ids = toIds(await many(31));
    await send({ ids });
    await world.service.db.query('DELETE FROM job WHERE project_id = $1', [world.caller.projectId]);
    await world.service.db.query(
      `UPDATE bulk_reply SET lease_until = now() + interval '120 s' WHERE ticket_id = ANY ($1::text[])`,
      [ids.slice(0, 20)],
    );
    later(61);
    // A process of it may end long after the last one of this release started.
    await world.service.db.query(`UPDATE job SET due_at = 'epoch' WHERE name = 'former queues'`);
    await eventually(async () => expect(await stored(ids)).toEqual([{ status: 'sent', count: 31 }]));
  });

  it('is blamed for no lost connection: it is given back, and goes out once', async () => {
    const ids = toIds(await many(31));
    await send({ ids });
    await world.service.db.query(
      `CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN PERFORM pg_sleep(0.5); RETURN NEW; END $$;
       CREATE TRIGGER dawdle BEFORE INSERT ON message FOR EACH ROW EXECUTE FUNCTION dawdle()`,
    );
    later(61);
    const cut = await eventually(async () => {
      const writing = await world.service.db.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event = 'PgSleep'`,
      );
      expect(writing.length).toBeGreaterThan(0);
      return writing.length;
    });
    expect(cut).toBeLessThanOrEqual(3);
    await world.service.db.query('DROP FUNCTION dawdle CASCADE');
    expect(await stored(ids)).toContainEqual({ status: 'pending', count: expect.any(Number) });
    await eventually(async () => {
      later(125);
      expect(await stored(ids)).toEqual([{ status: 'sent', count: 31 }]);
    });
    for (const id of ids) expect(await listMessages(id)).toHaveLength(1);
    const attempts = await world.service.db.query(
      'SELECT max(attempts) AS most FROM bulk_reply WHERE ticket_id = ANY ($1::text[])',
      [ids],
    );
    expect(attempts).toEqual([{ most: 0 }]);
  });

  it('reports how late the most overdue one is', async () => {
    const ids = toIds(await many(31));
    await send({ ids });
    const lateness = async () =>
      Number(/^scheduled_reply_lateness_seconds\{.*\} (\S+)$/m.exec(await world.service.metrics.text())?.[1]);
    expect(await lateness()).toBe(0);
    await world.service.db.query(
      `UPDATE bulk_reply SET fire_at = now() - interval '50 s' WHERE ticket_id = $1`,
      [ids[0]],
    );
    expect(await lateness()).toBeGreaterThan(49);
  });

  it('is not there for another project, nor are those of an unknown ticket: 404', async () => {
    const ids = toIds(await many(31));
    await send({ ids });
    const { id } = await findReply(ids[0] ?? '');
    const { context } = callerIn(world.service.neighbours);
    const gone = { kind: 'notFound', reason: 'TICKET_NOT_FOUND' };
    await expect(list(ids[0] ?? '', context)).rejects.toMatchObject(gone);
    await expect(cancel(ids[0] ?? '', id, context)).rejects.toMatchObject(gone);
    await expect(list(newId())).rejects.toMatchObject(gone);
    await expect(list('x')).rejects.toMatchObject(gone);
    await expect(cancel('x', id)).rejects.toMatchObject(gone);
    const unknown = { kind: 'notFound', reason: 'SCHEDULED_REPLY_NOT_FOUND' };
    await expect(cancel(ids[0] ?? '', newId())).rejects.toMatchObject(unknown);
    await expect(cancel(ids[0] ?? '', 'x')).rejects.toMatchObject(unknown);
    await expect(cancel(ids[1] ?? '', id)).rejects.toMatchObject(unknown);
    expect(await findReply(ids[0] ?? '')).toMatchObject({ status: 'pending' });
  });
});
