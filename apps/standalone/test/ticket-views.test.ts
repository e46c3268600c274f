import { type Api, createApi, ok } from './support/api';
import { join, newAddress, openAccount, signUp } from './support/people';
import type { PlatformUnderTest } from './support/platform';
import { sharePlatform } from './support/shared-platform';

const OPEN = 'status!=DONE,SNOOZED';

/** The views of an inbox, in the names and values of the list of tickets. */
describe('A view of an inbox', () => {
  let platform: PlatformUnderTest;
  let leave: () => Promise<void>;
  let admin: Api;
  let member: Api;
  let me: string;
  let contact: string;
  const teams: string[] = [];
  const ids: Record<string, string> = {};
  const anonymous = createApi(() => `${platform.origin}/v3`);

  const create = async (name: string, ticket: object): Promise<string> =>
    (ids[name] = ok(await admin.call('POST', '/tickets', { title: name, type: 'INQUIRY', ...ticket })).id);
  const find = async (query: string, api = member): Promise<string[]> =>
    (ok(await api.call('GET', `/tickets?${query}`)).tickets as { title: string }[]).map(({ title }) => title);
  const count = async (query: string): Promise<number> => {
    const counts = ok(await member.call('GET', `/tickets/ticketscount?${query}`)) as { count: number }[];
    return counts.reduce((sum, one) => sum + one.count, 0);
  };

  beforeAll(async () => {
    const shared = await sharePlatform();
    ({ platform, leave } = shared);
    const { api, projectId } = await signUp(anonymous, shared.mailbox);
    admin = api;
    const person = await openAccount(anonymous, shared.mailbox, newAddress('ben'), 'Ben Member');
    me = person.id;
    member = await join(admin, projectId, person, 'admin');
    contact = ok(await admin.call('POST', '/sessions', { name: 'Lin', email: 'lin@customer.example' })).id;
    for (const name of ['Care', 'Sales', 'Other'])
      teams.push(
        ok(await admin.call('POST', '/teams', { name, assignmentMethod: 'manual', members: [] })).id,
      );
    await create('plain', {});
    await create('mine', { processingUser: me });
    await create('mine, done', { processingUser: me, status: 'DONE' });
    await create('care', { processingTeam: teams[0] });
    await create('sales', { processingTeam: teams[1] });
    await create('other', { processingTeam: teams[2] });
    await create('mentions me', { mentions: [me] });
    await create('asleep', { snoozedUntil: '2090-01-01T00:00:00.000Z' });
    await create('spam', { isSpam: true });
  });
  afterAll(() => leave());

  const open = ['plain', 'mine', 'care', 'sales', 'other', 'mentions me'];
  it.each([
    ['Mine', () => `${OPEN}&processingUser=${me}`, ['mine']],
    ['Unassigned', () => `${OPEN}&processingUser=null`, open.filter((name) => name !== 'mine')],
    ['My teams', () => `${OPEN}&processingTeam=${teams[0]},${teams[1]}`, ['care', 'sales']],
    ['Mentions', () => `${OPEN}&mentions=${me}`, ['mentions me']],
    ['All open', () => OPEN, open],
    ['Snoozed', () => 'status=SNOOZED', ['asleep']],
    ['Closed', () => 'status=DONE', ['mine, done']],
    ['Spam', () => 'isSpam=true', ['spam']],
    ['Unread', () => `${OPEN}&unreadForMe=true`, open],
  ])('is expressed by the list: %s', async (name, query, titles) => {
    expect((await find(`${query()}&sort=-lastActivity`)).sort()).toEqual([...titles].sort());
    // Counts per status ignore a filter by status.
    if (name === 'Spam') expect(await count(query())).toBe(1);
    const { totalCount } = ok(await member.call('GET', `/tickets?${query()}&limit=1`));
    expect(totalCount).toBe(titles.length);
  });

  it('has the newest activity first, or who waits longest', async () => {
    const [first, second] = [
      await create('waits', { session: contact }),
      await create('waits too', { session: contact }),
    ];
    await admin.call('POST', '/messages', { ticket: first, comment: 'Soon' });
    expect((await find(`${OPEN}&sort=-lastActivity&limit=2`)).sort()).toEqual(['waits', 'waits too']);
    expect(await find(`${OPEN}&sort=waitingSince&limit=1`)).toEqual(['waits too']);
    await admin.call('POST', '/messages', { ticket: first, comment: 'And now?', session: contact });
    expect(await find(`${OPEN}&sort=waitingSince&waitingSince!=null`)).toEqual(['waits too', 'waits']);
    await admin.call('POST', '/messages', { ticket: second, comment: 'Done' });
    expect(await find(`${OPEN}&sort=waitingSince&waitingSince!=null`)).toEqual(['waits']);
  });

  it('shows what is unread for the caller alone', async () => {
    const id = ids['plain'] ?? '';
    const isUnread = async (api: Api) => ok(await api.call('GET', `/tickets/${id}`)).unreadForMe as boolean;
    expect([await isUnread(admin), await isUnread(member)]).toEqual([false, true]);
    expect(ok(await member.call('PUT', `/tickets/${id}/read`)).unreadForMe).toBe(false);
    expect(await find(`${OPEN}&unreadForMe=false`)).toContain('plain');
    const all = await count('');
    expect(await count('unreadForMe=true')).toBe(all - (await count('unreadForMe=false')));
    expect(ok(await member.call('PUT', `/tickets/${id}/read`, { read: false })).unreadForMe).toBe(true);
    await admin.call('POST', '/messages', { ticket: id, comment: 'A note', isNote: true });
    expect([await isUnread(admin), await isUnread(member)]).toEqual([false, true]);
    await member.call('POST', '/messages', { ticket: id, comment: 'Mine', isNote: true });
    expect([await isUnread(admin), await isUnread(member)]).toEqual([true, false]);
    const account = ok(await admin.call('POST', '/service-accounts', { name: 'Orders' }));
    const machine = admin.as({ token: account.token });
    expect(ok(await machine.call('GET', `/tickets/${id}`))).not.toHaveProperty('unreadForMe');
    expect((await machine.call('GET', '/tickets?unreadForMe=true')).status).toBe(400);
  });
});
