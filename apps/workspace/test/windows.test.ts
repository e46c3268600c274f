import { newId } from '@parley/persistence';
import type { User } from '@parley/proto/generated/parley/workspace/v1/user';
import { createLocalCaller } from '@parley/rpc';
import { eventually } from '@parley/testing';
import { listEvents, recordEvents } from './support/people';
import {
  composeReplica,
  createClients,
  makeContext,
  type Person,
  present,
  silentObserver,
  startWorkspace,
  type TestWorkspace,
} from './support/workspace';

const system = makeContext({ actor: { type: 'system', name: 'realtime' } });
const MINUTE = 60_000;

describe('the availability of a person', () => {
  let workspace: TestWorkspace;
  let ahead = 0;
  const clock = (): Date => new Date(Date.now() + ahead);
  beforeAll(async () => {
    workspace = await startWorkspace({ clock });
    await recordEvents(workspace);
  });
  afterAll(() => workspace.stop());

  const me = async ({ context }: Person): Promise<User> =>
    present((await workspace.users.getCurrentUser({}, context)).user);
  const set = (person: Person, change: object) =>
    workspace.users.updateCurrentUser({ userId: 'me', ...change }, person.context);
  const report = (...people: Person[]) =>
    workspace.windows.reportWindows({ userIds: people.map(({ user }) => user.id) }, system);
  const readAvailable = async (person: Person): Promise<boolean | undefined> => (await me(person)).available;
  const untilAway = (person: Person) =>
    eventually(async () => expect(await readAvailable(person)).toBe(false));
  /** Waits until the job has looked at everything that is due now. */
  const untilDone = (): Promise<void> =>
    eventually(async () => {
      const due = await workspace.database.db.query('SELECT FROM user_window WHERE ends_at <= $1', [clock()]);
      expect(due).toEqual([]);
    });
  const announced = async ({ user }: Person): Promise<unknown[]> =>
    (await listEvents(workspace, user.id)).map(
      ({ payload }) => (payload as { available: boolean }).available,
    );

  it('ends 5 minutes after the last report of a window, as an event says', async () => {
    const person = await workspace.person();
    expect(await report(person)).toEqual({ renewAfterMs: MINUTE });
    ahead += 5 * MINUTE - 10_000;
    await untilDone();
    expect(await readAvailable(person)).toBe(true);
    ahead += 10_000;
    await untilAway(person);
    expect(await announced(person)).toEqual([false]);
  });

  it('lasts as long as any process reports a window', async () => {
    const person = await workspace.person();
    for (let minute = 0; minute < 12; minute += 1) {
      await report(person);
      ahead += MINUTE;
      await untilDone();
    }
    expect(await readAvailable(person)).toBe(true);
    expect(await announced(person)).toEqual([]);
  });

  it('begins again with a window, once however many report it', async () => {
    const person = await workspace.person();
    await report(person);
    ahead += 6 * MINUTE;
    await untilAway(person);
    await Promise.all([report(person), report(person), report(person)]);
    expect(await readAvailable(person)).toBe(true);
    expect(await announced(person)).toEqual([false, true]);
  });

  it('does not begin with a window for a person who set it off, before or while being away', async () => {
    const [before, during] = [await workspace.person(), await workspace.person()];
    await set(before, { available: false });
    await report(before, during);
    ahead += 6 * MINUTE;
    await untilAway(during);
    await set(during, { available: false });
    await report(before, during);
    expect([await readAvailable(before), await readAvailable(during)]).toEqual([false, false]);
    await set(before, { available: null, nulls: ['available'] });
    expect(await readAvailable(before)).toBe(true);
  });

  it('stays as it is set for a person who opens no window, also after having been away by windows', async () => {
    const [never, back] = [await workspace.person(), await workspace.person()];
    await report(back);
    ahead += 6 * MINUTE;
    await untilAway(back);
    await set(back, { available: true });
    ahead += 60 * MINUTE;
    await untilDone();
    expect([await readAvailable(never), await readAvailable(back)]).toEqual([true, true]);
    expect(await announced(never)).toEqual([]);
  });

  it('changes for hundreds at once; ids of no person are passed over', async () => {
    const first = await workspace.person();
    const { db } = workspace.database;
    const mark = newId();
    await db.query(
      `INSERT INTO user_account (id, email, name)
       SELECT $1 || n, $1 || n || '@example.com', 'Many' FROM generate_series(1, 250) n`,
      [mark],
    );
    const userIds = [newId(), ...Array.from({ length: 250 }, (_one, index) => `${mark}${index + 1}`)];
    await workspace.windows.reportWindows({ userIds: [...userIds, first.user.id] }, system);
    ahead += 6 * MINUTE;
    const count = async (): Promise<number> =>
      (await db.query('SELECT FROM user_account WHERE name = $1 AND away_by_window', ['Many'])).length;
    await eventually(async () => expect(await count()).toBe(250));
    await workspace.windows.reportWindows({ userIds: userIds.reverse() }, system);
    expect(await count()).toBe(0);
    expect(await db.query('SELECT FROM user_window WHERE user_id = $1', [userIds.at(-1)])).toEqual([]);
  });

  it('ends in whatever process runs then, once', async () => {
    const options = { databaseUrl: workspace.database.url, mailUrl: workspace.inbox.url, clock };
    const other = composeReplica(options);
    await other.start();
    const person = await workspace.person();
    const clients = createClients(createLocalCaller(other.implementations, silentObserver));
    await clients.windows.reportWindows({ userIds: [person.user.id] }, system);
    await other.stop();
    await other.closeMail();
    ahead += 6 * MINUTE;
    await untilAway(person);
    expect(await announced(person)).toEqual([false]);
  });

  it('takes another time by AWAY_AFTER_SECONDS', async () => {
    const quick = await startWorkspace({ config: { awayAfterSeconds: 1 } });
    const { user, context } = await quick.person();
    expect(await quick.windows.reportWindows({ userIds: [user.id] }, system)).toEqual({ renewAfterMs: 200 });
    await eventually(async () =>
      expect((await quick.users.getCurrentUser({}, context)).user?.available).toBe(false),
    );
    await quick.stop();
  });
});
