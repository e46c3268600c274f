import { eventually } from '@parley/testing';
import {
  type Document,
  type EngagementWorld,
  MESSAGE,
  newAddress,
  startEngagement,
  type Team,
  waitForDue,
  type Widget,
} from './support/engagement';

const steps = [
  { id: 's1', title: { localized: { en: 'Fill in', de: 'Ausfüllen' } } },
  { id: 's2', title: 'Order', eventTrigger: 'order placed', allowMarkDone: false },
];

describe('checklists and answers of contacts', () => {
  let world: EngagementWorld;
  let team: Team;
  let guest: Widget;
  const many = <T>(count: number, run: () => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, run));
  const mark = (checklist: string, step: string, widget = guest) =>
    widget.call('PUT', `/shared/checklists/${checklist}/steps/${step}`);
  const list = async (query = '') =>
    (await team.admin.call('GET', `/sessions/${guest.contactId}/checklists${query}`)).body;
  beforeAll(async () => {
    world = await startEngagement();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    team = await world.team();
    guest = await team.guest();
  });

  it('begin with the first look of the widget: twenty at once make one', async () => {
    const { id } = await team.item('checklists', { name: 'Start', config: { steps } });
    await waitForDue(await team.guest(), [id]);
    expect(await list()).toEqual([]);
    const looks = await many(20, () => guest.due());
    expect(new Set(looks.map(([due]) => due.checklist.id)).size).toBe(1);
    expect(looks[0]?.[0].checklist).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      status: 'active',
      completedSteps: [],
    });
    expect(await list()).toEqual([
      {
        id: looks[0]?.[0].checklist.id,
        completedSteps: [],
        status: 'active',
        outbound: {
          id,
          name: 'Start',
          steps: [
            { id: 's1', title: 'Fill in' },
            { id: 's2', title: 'Order' },
          ],
        },
      },
    ]);
    await team.admin.call('PUT', `/sessions/${guest.contactId}`, { lang: 'de' });
    expect((await list())[0].outbound.steps[0].title).toBe('Ausfüllen');
  });

  it('have steps marked done by the id of the item or the progress; repeating changes nothing', async () => {
    const { id } = await team.item('checklists', { config: { steps } });
    await waitForDue(guest, [id]);
    const first = await mark(id, 's1');
    expect(first).toMatchObject({ status: 200, body: { status: 'active', completedSteps: ['s1'] } });
    expect(await mark(first.body.id, 's1')).toMatchObject({ status: 200, body: first.body });
    expect(await mark(id, 'other')).toMatchObject({
      status: 404,
      body: { code: 'checklist_step_not_found' },
    });
    expect(await mark(id, 's2')).toMatchObject({ status: 403, body: { code: 'step_not_markable' } });
    const other = await team.guest();
    expect(await mark(first.body.id, 's1', other)).toMatchObject({
      status: 404,
      body: { code: 'checklist_not_found' },
    });
    expect((await team.statistics(id)).steps).toEqual([
      { id: 's1', title: 'Fill in', completed: 1 },
      { id: 's2', title: 'Order', completed: 0 },
    ]);
  });

  it('that are drafts, or for others, cannot be marked, nor any by who is blocked: 404 checklist_not_found', async () => {
    const draft = await team.item('checklists', { config: { steps }, status: 'draft' });
    const users = await team.item('checklists', { config: { steps }, targetAudience: 'users' });
    const all = await team.item('checklists', { config: { steps } });
    await waitForDue(guest, [all.id]);
    await team.admin.call('PUT', `/sessions/${guest.contactId}`, { blocked: true });
    await waitForDue(guest, []);
    for (const { id } of [draft, users, all])
      expect(await mark(id, 's1')).toMatchObject({ status: 404, body: { code: 'checklist_not_found' } });
    expect(await list()).toMatchObject([{ completedSteps: [] }]);
  });

  it('are completed by events within 2 s, also unseen; done once, due no more, and due again after a reset', async () => {
    const { id } = await team.item('checklists', { config: { steps } });
    await waitForDue(await team.guest(), [id]);
    await guest.track('order placed');
    await eventually(async () => expect(await list()).toMatchObject([{ completedSteps: ['s2'] }]));
    await waitForDue(guest, [id]);
    // A click ends nothing, and steps are in the order in which they were completed.
    expect((await guest.report(id, 'clicked')).status).toBe(200);
    expect(await guest.dueIds()).toEqual([id]);
    await mark(id, 's1');
    await waitForDue(guest, []);
    const [done] = await list();
    expect(done).toMatchObject({ status: 'done', completedSteps: ['s2', 's1'] });
    expect(await team.statistics(id)).toMatchObject({ completed: { unique: 1, total: 1 } });
    for (const either of [id, done.id]) {
      const reset = await team.admin.call('POST', `/sessions/${guest.contactId}/checklists/${either}/reset`);
      expect(reset).toMatchObject({
        status: 200,
        body: { id: done.id, status: 'active', completedSteps: [] },
      });
      await waitForDue(guest, [id]);
      expect(await list()).toEqual([reset.body]);
      await mark(id, 's1');
    }
  });

  it('are completed by events of contacts of the audience alone, and only while live', async () => {
    const one = [{ id: 's1', title: 'Order', eventTrigger: 'order placed' }];
    const live = await team.item('checklists', { config: { steps: one } });
    const paused = await team.item('checklists', { config: { steps: one } });
    const users = await team.item('checklists', { config: { steps: one }, targetAudience: 'users' });
    await waitForDue(guest, [paused.id, live.id]);
    await team.admin.call('PUT', `/engagement/checklists/${paused.id}`, { status: 'paused' });
    await waitForDue(guest, [live.id]);
    await guest.track('order placed');
    // What an event means for the newer items is applied first.
    await waitForDue(guest, []);
    expect((await list()).map(({ outbound, status }: Document) => [outbound.id, status])).toEqual([
      [live.id, 'done'],
      [paused.id, 'active'],
    ]);
    expect((await team.statistics(users.id)).steps).toMatchObject([{ completed: 0 }]);
    // Who has a paused one goes on with it; nobody else gets it.
    expect(await mark(paused.id, 's1', await team.guest())).toMatchObject({ status: 404 });
    expect(await mark(paused.id, 's1')).toMatchObject({ status: 200, body: { status: 'done' } });
    expect((await guest.report(paused.id, 'dismissed')).status).toBe(200);
  });

  it('keep all steps that are completed at the same time, and count completed once', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => ({ id: `s${index}`, title: `Step ${index}` }));
    const { id } = await team.item('checklists', { config: { steps: ten } });
    await waitForDue(guest, [id]);
    await Promise.all(ten.flatMap((step) => [mark(id, step.id), mark(id, step.id)]));
    const [entry] = await list();
    expect(entry.status).toBe('done');
    expect([...entry.completedSteps].sort()).toEqual(ten.map((step) => step.id));
    expect(await team.statistics(id)).toMatchObject({ completed: { unique: 1, total: 1 } });
  });

  it('stay due when the audience holds no more, and end by a dismissal, which a reset takes back', async () => {
    const conditions = [{ field: 'plan', operator: 'eq', value: null }];
    const { id } = await team.item('checklists', { config: { steps }, conditions });
    await waitForDue(guest, [id]);
    await team.admin.call('PUT', `/sessions/${guest.contactId}`, { plan: 'pro' });
    await waitForDue(guest, [id]);
    await waitForDue(await team.guest({ plan: 'pro' }), []);
    expect(await guest.report(id, 'completed')).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
    expect((await guest.report(id, 'dismissed')).status).toBe(200);
    expect(await guest.dueIds()).toEqual([]);
    await team.admin.call('POST', `/sessions/${guest.contactId}/checklists/${id}/reset`);
    await waitForDue(guest, [id]);
  });

  it('show no steps that the item has no longer', async () => {
    const { id } = await team.item('checklists', { config: { steps } });
    await waitForDue(guest, [id]);
    await mark(id, 's1');
    await team.admin.call('PUT', `/engagement/checklists/${id}`, { config: { steps: steps.slice(1) } });
    expect(await list()).toMatchObject([{ status: 'active', completedSteps: [] }]);
  });

  it('are listed most recently changed first, 3 unasked and 10 at most; deleted ones are forgotten', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1)
      ids.unshift((await team.item('checklists', { config: { steps } })).id);
    await waitForDue(guest, ids);
    const shown = async (query?: string) =>
      (await list(query)).map(({ outbound }: { outbound: { id: string } }) => outbound.id);
    expect(await shown()).toHaveLength(3);
    await mark(ids[3] ?? '', 's1');
    expect((await shown('?limit=11'))[0]).toBe(ids[3]);
    expect(await shown('?limit=10')).toHaveLength(4);
    expect(await shown('?limit=10&skip=3')).toHaveLength(1);
    await team.admin.call('DELETE', `/engagement/checklists/${ids[3]}`);
    expect(await shown('?limit=10')).not.toContain(ids[3]);
    expect(await team.admin.call('GET', '/sessions/0123456789abcdef01234567/checklists')).toMatchObject({
      status: 404,
      body: { code: 'session_not_found' },
    });
    expect(
      await team.admin.call('POST', `/sessions/${guest.contactId}/checklists/${ids[3]}/reset`),
    ).toMatchObject({ status: 404, body: { code: 'checklist_not_found' } });
  });

  const reply = (id: string, comment: unknown, clientMutationId?: string) =>
    guest.call('POST', `/shared/engagements/${id}/reply`, {
      comment,
      ...(clientMutationId && { clientMutationId }),
    });

  it('an answer makes a ticket with the item before it; later ones go there, a repeat answers the first', async () => {
    const email = newAddress('ada');
    await team.admin.call('PUT', `/sessions/${guest.contactId}`, { name: 'Ada', email });
    const { id } = await team.item('chat-messages', { subject: 'Hi {{firstName}}', message: 'May we help?' });
    await waitForDue(guest, [id]);
    const first = await reply(id, 'Yes, please', 'm1');
    expect(first).toMatchObject({
      status: 200,
      body: { ticket: expect.any(String), message: expect.any(String) },
    });
    expect((await reply(id, 'Yes, please', 'm1')).body).toEqual(first.body);
    const second = await reply(id, 'Now', 'm2');
    expect(second.body.ticket).toBe(first.body.ticket);
    const { body: ticket } = await team.admin.call('GET', `/tickets/${first.body.ticket}`);
    expect(ticket).toMatchObject({
      type: 'INQUIRY',
      outbound: id,
      title: 'Hi Ada',
      session: { id: guest.contactId },
    });
    const { body: messages } = await team.admin.call('GET', `/messages?ticket=${ticket.id}&sort=createdAt`);
    expect(messages.map(({ plainContent }: { plainContent: string }) => plainContent)).toEqual([
      'May we help?',
      'Yes, please',
      'Now',
    ]);
    expect(messages[0]).toMatchObject({ bot: true, outbound: id });
    expect(messages[1].id).toBe(first.body.message);
    expect(await team.statistics(id)).toMatchObject({
      clicked: { unique: 1, total: 1 },
      replied: { unique: 1, total: 1 },
    });
    expect(await guest.dueIds()).toEqual([]);
    const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const { body: recipients } = await team.admin.call('GET', `/engagements/${id}/recipients`);
    expect(recipients).toEqual({
      data: [
        {
          id: expect.stringMatching(/^[0-9a-f]{24}$/),
          session: { id: guest.contactId, name: 'Ada', email },
          status: 'sent',
          ...{ sentAt: TIME, seenAt: TIME, clickedAt: TIME, repliedAt: TIME },
        },
      ],
      total: 1,
    });
    // Of all that is said here only the team's own words are mailed.
    await team.admin.call('POST', '/messages', { ticket: ticket.id, comment: 'Here is our offer.' });
    await world.mailbox.waitFor(email, ({ text }) => text?.includes('Here is our offer.') === true);
    expect(world.mailbox.mails().filter(({ to }) => to === email)).toHaveLength(1);
  });

  it('an answer of who could not get the item is 404 engagement_not_found, and makes nothing', async () => {
    const users = await team.item('chat-messages', { message: MESSAGE, targetAudience: 'users' });
    const draft = await team.item('chat-messages', { message: MESSAGE, status: 'draft' });
    const all = await team.item('chat-messages', { message: MESSAGE });
    await waitForDue(guest, [all.id]);
    await team.admin.call('PUT', `/sessions/${guest.contactId}`, { blocked: true });
    await waitForDue(guest, []);
    for (const { id } of [users, draft, all])
      expect(await reply(id, 'Yes')).toMatchObject({ status: 404, body: { code: 'engagement_not_found' } });
    expect((await team.admin.call('GET', '/tickets')).body.totalCount).toBe(0);
  });

  it('twenty answers at once make one ticket; a member speaks as itself, the title is the text’s first 80 characters', async () => {
    const { body: me } = await team.admin.call('GET', '/users/me');
    const text = 'x'.repeat(100);
    const { id } = await team.item('chat-messages', { message: text, sender: me.id });
    await waitForDue(guest, [id]);
    let count = 0;
    const answers = await many(20, () => reply(id, 'Yes', `m${(count += 1)}`));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map(({ body }) => body.ticket)).size).toBe(1);
    const ticketId = answers[0]?.body.ticket;
    expect((await team.admin.call('GET', `/tickets/${ticketId}`)).body.title).toBe('x'.repeat(80));
    const { body } = await team.admin.call('GET', `/messages?ticket=${ticketId}&sort=createdAt&limit=100`);
    expect(body).toHaveLength(21);
    expect(body[0]).toMatchObject({ user: { id: me.id }, bot: false, outbound: id });
    expect(await team.statistics(id)).toMatchObject({ replied: { unique: 1, total: 1 } });
  });

  it('an answer to a ticket that is gone makes another; other kinds are 404, an empty comment 400', async () => {
    const { id } = await team.item('chat-messages', { message: MESSAGE });
    const banner = await team.item('banners', { message: MESSAGE });
    await waitForDue(guest, [banner.id, id]);
    // The kind is looked at before what is wrong with the answer.
    for (const comment of ['Yes', '', undefined])
      expect(await reply(banner.id, comment)).toMatchObject({
        status: 404,
        body: { code: 'engagement_not_found' },
      });
    for (const empty of ['', ' ', undefined])
      expect(await reply(id, empty)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    const { body: first } = await reply(id, 'Yes');
    await team.admin.call('DELETE', `/tickets/${first.ticket}`);
    const { body: second } = await reply(id, 'Still there?');
    expect(second.ticket).not.toBe(first.ticket);
    expect(second.ticket).toEqual(expect.any(String));
    await eventually(async () => expect(await team.statistics(id)).toMatchObject({ replied: { unique: 1 } }));
  });
});
