import { eventually } from '@parley/testing';
import { createHmac } from 'node:crypto';
import { ok } from './support/api';
import {
  type Document,
  type EngagementWorld,
  startEngagement,
  type Team,
  type Widget,
} from './support/engagement';

const QUESTIONS = [
  {
    id: 'nps',
    type: 'nps',
    title: 'How likely?',
    required: true,
    branches: [{ operator: 'gte', value: 9, goTo: 'tags' }],
  },
  { id: 'why', type: 'text', title: 'What is missing?' },
  {
    id: 'tags',
    type: 'choices',
    title: 'Which of them?',
    options: [
      { id: 'a', title: 'Apples' },
      { id: 'b', title: { localized: { en: 'Beans' } } },
    ],
  },
  { id: 'face', type: 'emoji', title: 'And now?' },
];

const answer = (widget: Widget, id: string, answers: object, round = 1) =>
  widget.call('PUT', `/shared/engagements/${id}/answers`, { answers, round });

describe('surveys', () => {
  let world: EngagementWorld;
  let team: Team;
  beforeAll(async () => {
    world = await startEngagement();
    team = await world.team();
  });
  afterAll(() => world.stop());

  const survey = (fields: object = {}, config: object = {}): Promise<Document> =>
    team.item('surveys', { config: { questions: QUESTIONS, ...config }, ...fields });
  const responses = async (id: string, query = ''): Promise<Document[]> =>
    ok(await team.admin.call('GET', `/engagement/surveys/${id}/responses${query}`));
  const stateOf = async (widget: Widget, id: string): Promise<Document> =>
    (await widget.due()).find((item) => item.id === id)?.survey;

  it('ask a question at a time, by branches, keep what was answered, and count once', async () => {
    const { id } = await survey();
    const guest = await team.guest();
    expect(await stateOf(guest, id)).toEqual({ round: 1, status: 'partial', answers: {}, next: 'nps' });
    expect((await answer(guest, id, { nps: 3 })).body).toMatchObject({ status: 'partial', next: 'why' });
    // After a reload.
    expect(await stateOf(guest, id)).toEqual({
      round: 1,
      status: 'partial',
      answers: { nps: 3 },
      next: 'why',
    });
    // Back, and another answer: the question between is led past.
    expect((await answer(guest, id, { why: 'Speed' })).body.next).toBe('tags');
    expect((await answer(guest, id, { nps: 9 })).body.next).toBe('tags');
    expect((await answer(guest, id, { tags: ['b', 'a'] })).body.next).toBe('face');
    const end = await answer(guest, id, { face: null });
    const answers = { nps: 9, tags: ['b', 'a'], face: null };
    expect(end.body).toEqual({ round: 1, status: 'completed', answers });
    // A repeat, and one with other answers, change nothing.
    for (const other of [{ face: null }, { nps: 0, face: 1 }])
      expect(await answer(guest, id, other)).toMatchObject({ status: 200, body: end.body });
    expect(await guest.dueIds()).not.toContain(id);
    expect((await answer(guest, id, { nps: 1 }, 2)).status).toBe(404);
    const [response, ...others] = await responses(id);
    expect(others).toEqual([]);
    expect(response).toMatchObject({ status: 'completed', round: 1, answers, read: false });
    expect(response?.session).toEqual({ id: guest.contactId });
    expect(await team.statistics(id)).toMatchObject({
      sent: 1,
      replied: { unique: 1, total: 1 },
      completed: { unique: 1, total: 1 },
    });
    await eventually(async () => {
      const events = ok(await team.admin.call('GET', `/sessions/${guest.contactId}/events`));
      expect(JSON.stringify(events)).toContain(id);
    });
  });

  it.each([
    [{ nps: 11 }, 'answers.nps'],
    [{ nps: 1.5 }, 'answers.nps'],
    [{ nps: null }, 'answers.nps'],
    [{ why: '' }, 'answers.why'],
    [{ why: 'x'.repeat(5_001) }, 'answers.why'],
    [{ tags: 'a' }, 'answers.tags'],
    [{ tags: ['a', 'a'] }, 'answers.tags'],
    [{ tags: ['c'] }, 'answers.tags'],
    [{ face: 0 }, 'answers.face'],
  ])('refuse %j: 400 naming it', async (answers, field) => {
    const { id } = await survey();
    const guest = await team.guest();
    const refused = await answer(guest, id, answers);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain(field);
    expect(await responses(id)).toEqual([]);
  });

  it('take answers of contacts of the audience only, and of no other kind of item', async () => {
    const { id } = await survey({ conditions: [{ field: 'plan', operator: 'eq', value: 'pro' }] });
    const modal = await team.item('modals', { message: 'Hi' });
    const guest = await team.guest();
    expect((await answer(guest, id, { nps: 1 })).status).toBe(404);
    expect((await answer(guest, modal.id, { nps: 1 })).status).toBe(404);
    const user = await team.guest({ plan: 'pro' });
    expect((await answer(user, id, { nps: 1 })).status).toBe(200);
    const stranger = await (await world.team()).guest();
    expect((await answer(stranger, id, { nps: 1 })).status).toBe(404);
  });

  it('count a round once when 50 requests answer it at once; the next round begins after it', async () => {
    const { id } = await survey({ frequency: 'always' });
    const guest = await team.guest();
    const all = { nps: 10, tags: ['a'], face: 5 };
    const answered = await Promise.all(Array.from({ length: 50 }, () => answer(guest, id, all)));
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await responses(id)).toHaveLength(1);
    await eventually(async () =>
      expect(await stateOf(guest, id)).toMatchObject({ round: 2, answers: {}, next: 'nps' }),
    );
    await answer(guest, id, all, 2);
    expect((await responses(id)).map(({ round }) => round)).toEqual([2, 1]);
    expect((await team.statistics(id)).completed).toEqual({ unique: 1, total: 2 });
    expect((await answer(guest, id, all, 9)).status).toBe(400);
  });

  it('become an event of webhooks and a ticket of type SURVEY, each once', async () => {
    const webhook = ok(
      await team.admin.call('POST', '/webhooks', {
        name: 'Answers',
        url: 'https://hooks.example/',
        events: ['SURVEY_ANSWERED'],
      }),
    );
    const { id } = await survey({ subject: 'How are we?' }, { ticket: true });
    const guest = await team.guest();
    for (let time = 0; time < 3; time += 1)
      await answer(guest, id, { nps: 2, why: 'Speed', tags: ['b'], face: 4 });
    await eventually(async () => expect((await responses(id))[0]?.ticket).toEqual(expect.any(String)));
    const [response] = await responses(id);
    const ticket = ok(await team.admin.call('GET', `/tickets/${response?.ticket}`));
    expect(ticket).toMatchObject({ type: 'SURVEY', title: 'How are we?', outbound: id });
    const messages = ok(await team.admin.call('GET', `/messages?ticket=${response?.ticket}`));
    expect(messages).toHaveLength(1);
    for (const text of ['How likely?', '2', 'Speed', 'Beans', '4'])
      expect(JSON.stringify(messages)).toContain(text);
    await eventually(async () => {
      const deliveries = ok(await team.admin.call('GET', `/webhooks/${webhook.id}/deliveries`));
      expect(deliveries.map(({ event }: Document) => event)).toEqual(['SURVEY_ANSWERED']);
    });
  });

  it('have their responses filtered, paged, marked as read, sampled and exported', async () => {
    const { id } = await survey();
    const guests = [await team.guest({ name: '=Eve' }), await team.guest(), await team.guest()];
    for (const [index, guest] of guests.entries()) await answer(guest, id, { nps: index * 5 });
    const [last, middle, first] = guests as [Widget, Widget, Widget];
    await answer(last, id, { why: null, tags: ['a', 'b'], face: 1 });
    expect((await responses(id, '?status=completed')).map(({ session }) => session.id)).toEqual([
      last.contactId,
    ]);
    expect(await responses(id, '?answers.nps=5')).toHaveLength(1);
    expect(await responses(id, `?session=${middle.contactId}`)).toHaveLength(1);
    expect((await responses(id, '?limit=1&skip=1')).map(({ session }) => session.id)).toEqual([
      middle.contactId,
    ]);
    const path = `/engagement/surveys/${id}/responses`;
    const [newest] = await responses(id);
    expect(ok(await team.admin.call('PUT', `${path}/read`, { ids: [newest?.id] }))).toEqual({ updated: 1 });
    expect(ok(await team.admin.call('PUT', `${path}/read`, {}))).toEqual({ updated: 2 });
    expect(await responses(id, '?read=false')).toEqual([]);
    expect(ok(await team.admin.call('GET', `${path}/samples`))).toHaveLength(1);
    const { body: csv } = await team.admin.call('GET', `${path}/export`);
    const [head, ...lines] = String(csv).trim().split('\r\n');
    expect(head).toBe(
      'id,session,name,email,userId,status,round,createdAt,completedAt,How likely?,What is missing?,Which of them?,And now?',
    );
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain("'=Eve");
    expect(lines[2]).toContain('"Apples, Beans"');
    expect(first.contactId).not.toBe(last.contactId);
  });

  it('are summarized with counts that add up', async () => {
    const { id } = await survey();
    const texts = ['The shipping is slow', 'Slow shipping again', 'More colours please', 'Fine'];
    const scores = [0, 6, 7, 8, 9, 10, 10];
    for (const [index, nps] of scores.entries()) {
      const why = nps < 9 ? { why: texts[index] } : {};
      await answer(await team.guest(), id, { nps, ...why, tags: index % 2 ? ['a'] : ['a', 'b'], face: null });
    }
    await answer(await team.guest(), id, { nps: 1 });
    const summary = ok(await team.admin.call('GET', `/engagement/surveys/${id}/responses/summarize`));
    expect(summary).toMatchObject({ completed: 7, partial: 1 });
    const [nps, why, tags, face] = summary.questions;
    expect(nps).toMatchObject({
      answered: 7,
      passedOver: 0,
      average: 7.14,
      median: 8,
      nps: { score: 14.29, promoters: 3, passives: 2, detractors: 2 },
    });
    const total = (counts: Document[]): number => counts.reduce((sum, { count }) => sum + count, 0);
    expect(nps.distribution).toHaveLength(11);
    expect(total(nps.distribution)).toBe(7);
    expect(why).toMatchObject({
      answered: 4,
      themes: [{ title: expect.stringMatching(/^(shipping|slow)$/), count: 2 }],
    });
    expect(total(why.themes) + why.other).toBe(why.answered);
    expect(tags.distribution).toMatchObject([
      { value: 'a', title: 'Apples', count: 7, share: 1 },
      { value: 'b', title: 'Beans', count: 4 },
    ]);
    expect(face).toMatchObject({ answered: 0, passedOver: 7 });
    const later = ok(
      await team.admin.call('GET', `/engagement/surveys/${id}/responses/summarize?from=2100-01-01T00:00:00Z`),
    );
    expect(later.completed).toBe(0);
  });

  it('lose the answers of a deleted contact, and all with the survey', async () => {
    const { id } = await survey();
    const [one, other] = [await team.guest(), await team.guest()];
    for (const guest of [one, other]) await answer(guest, id, { nps: 10, tags: ['a'], face: 1 });
    ok(await team.admin.call('DELETE', `/sessions/${one.contactId}`));
    await eventually(async () => expect(await responses(id)).toHaveLength(1));
    const path = `/engagement/surveys/${id}/responses`;
    expect(ok(await team.admin.call('GET', `${path}/summarize`)).completed).toBe(1);
    ok(await team.admin.call('DELETE', `/engagement/surveys/${id}`));
    expect((await team.admin.call('GET', path)).status).toBe(404);
    expect((await answer(other, id, { nps: 1 }, 2)).status).toBe(404);
  });

  it('keep one round of a guest who turns out to be a contact that has answered', async () => {
    const { id } = await survey();
    const always = await survey({ frequency: 'always' });
    const userId = `known-${id}`;
    const userHash = createHmac('sha256', team.sessionSecret).update(userId).digest('hex');
    const all = { nps: 10, tags: ['a'], face: 1 };
    const known = await team.guest();
    const identify = (widget: Widget) =>
      widget.call('POST', '/shared/sessions/identify', { userId, userHash });
    ok(await identify(known));
    const guest = await team.guest();
    for (const item of [id, always.id]) {
      ok(await answer(known, item, all));
      ok(await answer(guest, item, { ...all, nps: 0, why: 'No' }));
    }
    ok(await identify(guest));
    await eventually(async () => expect(await responses(id)).toHaveLength(1));
    expect((await responses(id))[0]?.answers.nps).toBe(10);
    await eventually(async () =>
      expect((await responses(always.id)).map(({ round }) => round).sort()).toEqual([1, 2]),
    );
    expect((await team.statistics(id)).completed.unique).toBe(1);
  });

  it('list news to their audience, the latest first, and note which were opened', async () => {
    const mine = await world.team();
    const post = (fields: object) => mine.item('news', { message: 'Now in **green**', ...fields });
    const old = await post({ subject: 'Old', startSendingAfter: '2020-01-01T00:00:00.000Z' });
    const fresh = await post({
      subject: { localized: { en: 'Fresh', de: 'Frisch' } },
      config: { label: { localized: { de: 'Neu' } }, image: 'https://pictures.example/a.png' },
    });
    await post({ subject: 'For users', targetAudience: 'users' });
    await post({ subject: 'Later', startSendingAfter: '2100-01-01T00:00:00.000Z' });
    const guest = await mine.guest();
    const news = async () => ok(await guest.call('GET', '/shared/news?lang=de'));
    expect(await news()).toMatchObject([
      { id: fresh.id, title: 'Frisch', label: 'Neu', image: 'https://pictures.example/a.png', read: false },
      { id: old.id, title: 'Old', publishedAt: '2020-01-01T00:00:00.000Z', read: false },
    ]);
    ok(await guest.report(fresh.id, 'clicked'));
    expect((await news()).map(({ read }: Document) => read)).toEqual([true, false]);
  });
});
