import { createSealer } from '@parley/auth';
import { TeamsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/teams_service';
import type { CallContext } from '@parley/rpc';
import { createJobs, type Jobs, jobTableSql } from '@parley/jobs';
import { createLogger } from '@parley/telemetry';
import { createTestDatabase, eventually, type TestDatabase } from '@parley/testing';
import { createEffects, type Effects, effectTablesSql, isOnce, type OnceHandler, RETENTION_MS } from '../src';

const { createTeam, updateTeam } = TeamsServiceDefinition.methods;
type Create = OnceHandler<typeof createTeam>;

const HOUR = 60 * 60_000;
const sealer = createSealer(['a secret for tests, long enough to be taken']);

describe('effects', () => {
  let database: TestDatabase;
  let effects: Effects;
  let jobs: Jobs;
  beforeAll(async () => {
    database = await createTestDatabase('effects');
    await database.db.query('CREATE TABLE thing (name text NOT NULL)');
    await database.db.query(jobTableSql + effectTablesSql);
    jobs = createJobs({ db: database.db, log: createLogger({ service: 'test', level: 'silent' }) });
    effects = createEffects({ db: database.db, sealer, jobs });
  });
  afterAll(() => database.drop());
  beforeEach(() => database.db.query('TRUNCATE thing, request_effect'));

  const call = (idempotencyKey?: string): CallContext => ({
    requestId: 'test',
    scope: { actor: { type: 'anonymous' } },
    deadline: Date.now() + 10_000,
    signal: new AbortController().signal,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
  const request = { name: 'Billing', assignmentMethod: 'manual', members: [] };
  const things = async (): Promise<number> => (await database.db.query('SELECT 1 FROM thing')).length;
  const remembered = async (): Promise<number> =>
    (await database.db.query('SELECT 1 FROM request_effect')).length;

  let made = 0;
  /** Has an effect; `after` runs once it is committed. */
  const making =
    (after: () => Promise<void> = () => Promise.resolve()): Create =>
    async ({ name }, context) => {
      const response = await database.db.transaction(async (tx) => {
        await tx.query('INSERT INTO thing (name) VALUES ($1)', [name]);
        const team = { team: { id: `team ${(made += 1)}`, name } };
        await context.record(tx, team);
        return team;
      });
      await after();
      return response;
    };

  it('answers a repeated call with the recorded response and does nothing again', async () => {
    const create = effects.once(createTeam, making());
    const first = await create(request, call('one'));
    expect(await create(request, call('one'))).toMatchObject(first);
    expect(await things()).toBe(1);
    expect(await create(request, call('two'))).not.toMatchObject(first);
    expect(await things()).toBe(2);
  });

  it('answers so when the first call ended between its commit and its answer', async () => {
    const cutOff = effects.once(
      createTeam,
      making(() => Promise.reject(new Error('cut off'))),
    );
    const lost = await cutOff(request, call('one'));
    const never = effects.once(createTeam, () => Promise.reject(new Error('must not run')));
    expect(await never(request, call('one'))).toEqual(lost);
    expect(await things()).toBe(1);
  });

  it('lets 20 calls at once have the effect once, all answered alike', async () => {
    const create = effects.once(createTeam, making());
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(request, call('one'))));
    expect(new Set(answers.map(({ team }) => team?.id)).size).toBe(1);
    expect(await things()).toBe(1);
  });

  it('answers a call that failed on what the first had done meanwhile', async () => {
    const first = effects.once(createTeam, making());
    let answer: unknown;
    const second = effects.once(createTeam, async () => {
      answer = await first(request, call('one'));
      throw new Error('there is one of that name already');
    });
    expect(await second(request, call('one'))).toMatchObject(answer as object);
    expect(await things()).toBe(1);
  });

  it('records nothing when the effect is rolled back, so that a repetition tries again', async () => {
    let failures = 1;
    const create = effects.once(createTeam, async (_request, context) =>
      database.db.transaction(async (tx) => {
        await tx.query("INSERT INTO thing (name) VALUES ('x')");
        await context.record(tx, {});
        if ((failures -= 1) >= 0) throw new Error('no');
        return {};
      }),
    );
    await expect(create(request, call('one'))).rejects.toThrow('no');
    expect(await remembered()).toBe(0);
    await create(request, call('one'));
    expect([await things(), await remembered()]).toEqual([1, 1]);
  });

  it('keeps methods apart that one request leads to', async () => {
    await effects.once(createTeam, making())(request, call('one'));
    const update = effects.once(updateTeam, async () => ({ team: { id: 'updated' } }));
    expect(await update({ teamId: 'x', members: undefined } as never, call('one'))).toEqual({
      team: { id: 'updated' },
    });
  });

  it('remembers nothing of a call without a key', async () => {
    const create = effects.once(createTeam, making());
    await create(request, call());
    await create(request, call());
    expect([await things(), await remembered()]).toEqual([2, 0]);
  });

  it('keeps no response in the clear', async () => {
    await effects.once(createTeam, making())({ ...request, name: 'whsec_secret' }, call('one'));
    const rows = await database.db.query<{ response: string }>('SELECT * FROM request_effect');
    const text = JSON.stringify(rows);
    expect(rows).toHaveLength(1);
    expect(text).not.toContain('whsec_secret');
    expect(text).not.toContain(Buffer.from('whsec_secret').toString('base64').slice(2, 10));
  });

  it('forgets after 25 hours, an hour more than the gateway keeps the key', async () => {
    expect(RETENTION_MS).toBe(25 * HOUR);
    const create = effects.once(createTeam, making());
    for (const key of ['old', 'young']) await create(request, call(key));
    const age = (key: string, ms: number): Promise<unknown> =>
      database.db.query('UPDATE request_effect SET created_at = $2 WHERE effect_id = $1', [
        key,
        new Date(Date.now() - ms),
      ]);
    await age('old', RETENTION_MS + 1_000);
    await age('young', RETENTION_MS - 60_000);
    jobs.start();
    await eventually(async () => expect(await remembered()).toBe(1));
    await jobs.stop();
    await create(request, call('young'));
    expect(await things()).toBe(2);
    await create(request, call('old'));
    expect(await things()).toBe(3);
  });

  it('tells its handlers from others', () => {
    expect(isOnce(effects.once(createTeam, making()))).toBe(true);
    expect(isOnce(making())).toBe(false);
  });
});
