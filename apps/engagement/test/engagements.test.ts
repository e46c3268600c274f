import { copyNames } from '../src/items/clone-item';
import { activityList, listActivityRows } from '../src/results/activity.store';
import { compileList } from '@parley/persistence';
import { document, type Mailing, required, startMailing } from './support/mailing';

let mailing: Mailing;

beforeAll(async () => {
  mailing = await startMailing();
});
afterAll(() => mailing.stop());
beforeEach(() => mailing.newProject());

const as = () => mailing.as('user');
const liveBanner = async (changes: Record<string, unknown> = {}) => {
  const item = { name: 'Maintenance', status: 'live', message: document('Soon'), ...changes };
  return required((await mailing.banners.createBanner({ item }, as())).item);
};
const clone = async (engagementId: string, name?: string) =>
  required((await mailing.engagements.cloneEngagement({ engagementId, ...(name && { name }) }, as())).item);

describe('a clone', () => {
  it('is a draft with a name of its own and without counters', async () => {
    const person = mailing.people.add(mailing.projectId);
    const original = await liveBanner({
      conditions: [{ field: 'email', operator: 'exists' }],
      tags: ['may'],
      data: { colour: 'red' },
    });
    await mailing.widgets.reportEngagement(
      { engagementId: original.id, event: 'seen' },
      mailing.asContact(person),
    );
    const copy = await clone(original.id);
    expect(copy).toEqual({
      ...original,
      id: expect.not.stringMatching(original.id),
      _id: copy.id,
      organisation: copy.organisation,
      name: 'Maintenance (copy)',
      status: 'draft',
      createdAt: copy.createdAt,
      updatedAt: copy.createdAt,
      createdBy: '0123456789abcdef00000001',
    });
    expect(copy.stats).toMatchObject({ seen: 0 });
    expect(await mailing.engagements.countEngagementActivities({ engagementId: copy.id }, as())).toEqual({
      count: 0,
    });
    expect((await mailing.banners.getBanner({ bannerId: copy.id }, as())).item).toEqual(copy);
  });

  it('of each kind has this kind', async () => {
    const item = { name: 'One' };
    const made = [
      (await mailing.checklists.createChecklist({ item }, as())).item,
      (await mailing.tours.createCobrowseTour({ item }, as())).item,
      (await mailing.chatMessages.createChatMessage({ item }, as())).item,
      await mailing.create({ status: 'draft' }),
    ];
    for (const one of made) {
      const copy = await clone(required(one).id);
      expect(copy).toMatchObject({ type: one?.type, trigger: one?.trigger, status: 'draft' });
    }
  });

  it('of a sent e-mail sends nothing', async () => {
    mailing.people.add(mailing.projectId);
    const original = await mailing.create();
    await mailing.finished(original.id);
    const copy = await clone(original.id);
    expect(copy).toMatchObject({ status: 'draft', sent: 0 });
    expect(copy.sentAt).toBeUndefined();
    expect(await mailing.deliveries(copy.id)).toEqual([]);
    expect(mailing.sink.mails).toHaveLength(1);
  });

  it('counts on in its name, also of copies and ten at a time', async () => {
    const original = await liveBanner();
    const names = (await Promise.all(Array.from({ length: 10 }, () => clone(original.id)))).map(
      ({ name }) => name,
    );
    expect(names.sort()).toEqual(copyNames('Maintenance').slice(0, 10).sort());
    const again = await clone((await clone(original.id)).id);
    expect(again.name).toBe('Maintenance (copy 12)');
    expect((await clone(original.id, 'May')).name).toBe('May');
    expect((await clone((await liveBanner({ name: 'x'.repeat(256) })).id)).name).toHaveLength(247);
  });

  it('is 404 of an item of another project', async () => {
    const original = await liveBanner();
    const other = mailing.as('user', '0123456789abcdef0123ffff');
    await expect(
      mailing.engagements.cloneEngagement({ engagementId: original.id }, other),
    ).rejects.toMatchObject({ reason: 'ENGAGEMENT_NOT_FOUND' });
  });
});

describe('activities', () => {
  const list = async (engagementId: string, query: Record<string, unknown> = {}) =>
    (await mailing.engagements.listEngagementActivities({ engagementId, ...query }, as())).activities;
  const count = async (engagementId: string, filter: Parameters<typeof list>[1][] = []) =>
    (await mailing.engagements.countEngagementActivities({ engagementId, filter: filter as never }, as()))
      .count;
  const only = (field: string, value: string, operator = 'eq') => ({ field, operator, values: [value] });

  it('of an item in the app are what contacts did, latest first, by kind, contact and time', async () => {
    const banner = await liveBanner();
    const [ada, bob] = [mailing.people.add(mailing.projectId), mailing.people.add(mailing.projectId)];
    const report = async (person: typeof ada, event: string) => {
      mailing.move(1_000);
      await mailing.widgets.reportEngagement({ engagementId: banner.id, event }, mailing.asContact(person));
    };
    await report(ada, 'seen');
    await report(bob, 'seen');
    await report(ada, 'clicked');
    await report(bob, 'dismissed');
    const all = await list(banner.id);
    expect(all.map(({ type, session }) => [type, session?.id])).toEqual([
      ['dismissed', bob.id],
      ['clicked', ada.id],
      ['seen', bob.id],
      ['seen', ada.id],
    ]);
    expect(all[1]).toMatchObject({ session: { id: ada.id, email: ada.email }, delivery: all[3]?.delivery });
    expect(new Set(all.map(({ id }) => id)).size).toBe(4);
    expect(await list(banner.id, { limit: 2, skip: 1 })).toEqual(all.slice(1, 3));
    expect(await list(banner.id, { sort: 'createdAt' })).toEqual([...all].reverse());
    const filters = [
      { filter: only('type', 'seen'), found: [2, 3] },
      { filter: only('session', ada.id), found: [1, 3] },
      { filter: only('createdAt', required(all[1]?.createdAt), 'gte'), found: [0, 1] },
    ];
    for (const { filter, found } of filters) {
      expect(await list(banner.id, { filter: [filter] })).toEqual(found.map((index) => all[index]));
      expect(await count(banner.id, [filter])).toBe(2);
    }
    expect(await count(banner.id)).toBe(4);
  });

  it('of an e-mail are what became of its mails', async () => {
    const ada = mailing.people.add(mailing.projectId);
    const email = await mailing.create();
    await mailing.finished(email.id);
    const [mail] = await mailing.deliveries(email.id);
    await mailing.tracking.noteUnsubscribed({ deliveryId: required(mail).id }, as());
    expect((await list(email.id)).map(({ type, session }) => [type, session?.id])).toEqual([
      ['unsubscribed', ada.id],
      ['sent', ada.id],
    ]);
  });

  it('are 404 of an item of another project', async () => {
    const banner = await liveBanner();
    const other = mailing.as('user', '0123456789abcdef0123ffff');
    const request = { engagementId: banner.id };
    const missing = { reason: 'ENGAGEMENT_NOT_FOUND' };
    await expect(mailing.engagements.listEngagementActivities(request, other)).rejects.toMatchObject(missing);
    await expect(mailing.engagements.countEngagementActivities(request, other)).rejects.toMatchObject(
      missing,
    );
    await expect(mailing.engagements.sampleFixedAudience(request, other)).rejects.toMatchObject(missing);
  });

  it('of 100,000 deliveries are read by their indexes: a page reads no kind to its end', async () => {
    const banner = await liveBanner();
    await mailing.db.query(
      `INSERT INTO delivery (project_id, id, item_id, contact_id, opened_at, seen_at, clicked_at, dismissed_at)
       SELECT $1, lpad(to_hex(n), 24, '0'), $2, lpad(to_hex(n), 24, '0'), now(), now() - n * interval '1 s',
              CASE WHEN n % 2 = 0 THEN now() - n * interval '1 s' END, CASE WHEN n % 3 = 0 THEN now() - n * interval '1 s' END
         FROM generate_series(1, 100000) AS n`,
      [mailing.projectId, banner.id],
    );
    await mailing.db.query('ANALYZE delivery');
    const params: unknown[] = [mailing.projectId, banner.id];
    const read = { text: '' };
    const explaining = {
      query: async (text: string, values: unknown[]) => {
        const rows = await mailing.db.query<{ 'QUERY PLAN': string }>(`EXPLAIN ANALYZE ${text}`, values);
        read.text = rows.map((row) => row['QUERY PLAN']).join('\n');
        return [];
      },
    };
    await listActivityRows(
      explaining as never,
      { type: 'BANNER' },
      compileList({ skip: 0, limit: 50 }, activityList, params),
      params,
    );
    for (const kind of ['seen', 'clicked', 'dismissed']) expect(read.text).toContain(`delivery_${kind}`);
    expect(read.text).not.toContain('Seq Scan');
    const [, most] = /rows=(\d{4,}) loops/.exec(read.text.replaceAll(/cost=\S+ rows=\d+/g, '')) ?? [];
    expect(most).toBeUndefined();
    expect(await count(banner.id)).toBe(183_333);
  });
});

describe('samples of an audience', () => {
  const sample = (engagementId: string, query: Record<string, unknown> = {}) =>
    mailing.engagements.sampleFixedAudience({ engagementId, ...query }, as());

  it('are contacts of the audience now, those of the request in its place, and change nothing', async () => {
    const ada = mailing.people.add(mailing.projectId, { plan: 'pro', name: 'Ada' });
    const bob = mailing.people.add(mailing.projectId, { plan: 'free' });
    mailing.people.add(mailing.projectId, { blocked: true, plan: 'pro' });
    const banner = await liveBanner({ conditions: [{ field: 'plan', operator: 'eq', value: 'pro' }] });
    expect(await sample(banner.id)).toEqual({
      data: [{ id: ada.id, name: 'Ada', email: ada.email, userId: undefined }],
      total: 1,
      capped: false,
    });
    const others = await sample(banner.id, {
      conditions: [{ field: 'plan', operator: 'eq', value: 'free' }],
    });
    expect(others.data.map(({ id }) => id)).toEqual([bob.id]);
    expect(await sample(banner.id, { conditions: [], limit: 1 })).toMatchObject({
      data: [{ id: ada.id }],
      total: 2,
    });
    await expect(
      sample(banner.id, { conditions: [{ field: 'nothing', operator: 'eq', value: 1 }] }),
    ).rejects.toMatchObject({ fields: [{ field: 'conditions.0.field' }] });
    expect((await mailing.banners.getBanner({ bannerId: banner.id }, as())).item).toEqual(banner);
  });

  it('of an e-mail leave out who gets no mail', async () => {
    mailing.people.add(mailing.projectId, { unsubscribed: true });
    const ada = mailing.people.add(mailing.projectId);
    const email = await mailing.create({ status: 'draft' });
    expect((await sample(email.id)).data.map(({ id }) => id)).toEqual([ada.id]);
  });
});
