import { newId } from '@parley/persistence';
import { makeContext, startStatistics, type TestStatistics } from './support/statistics';

const SINCE = { startDate: '2000-01-01', endDate: '2099-12-31' };
const AT = '2026-03-10T08:00:00.000Z';

let service: TestStatistics;
beforeAll(async () => {
  service = await startStatistics();
});
afterAll(() => service.stop());

const told = (subject: string, projectId: string, payload: object, aggregateId = projectId) => ({
  subject,
  projectId,
  aggregateId,
  payload,
});

const values = async (projectId: string, chartType: string, asked: object = {}) => {
  const { data } = await service.charts.getList(
    { chartType, ...SINCE, ...asked } as never,
    makeContext(projectId),
  );
  return (data as unknown as Record<string, { value: unknown }>[]).map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, { value }]) => [key, value])),
  );
};

it('counts views, searches and questions of visitors, and what AI agents are asked', async () => {
  const projectId = newId();
  const article = newId();
  const search = (query: string, hits: number) =>
    told('helpcenter.v1.search.performed', projectId, { query, hits, language: 'en' });
  await service.publish(
    told(
      'helpcenter.v1.article.created',
      projectId,
      { article: { id: article, title: { localized: { en: 'Refunds' } } } },
      article,
    ),
    told(
      'helpcenter.v1.article.viewed',
      projectId,
      { articleId: article, language: 'en', channel: 'site' },
      article,
    ),
    search('  Refund   POLICY ', 2),
    search('refund policy', 5),
    search('zebra', 0),
    told('helpcenter.v1.question.asked', projectId, { question: 'When?', answered: true, language: 'en' }),
    told(
      's2s.v1.question.asked',
      projectId,
      { agentId: newId(), answered: true, sessionId: newId() },
      newId(),
    ),
    told('contacts.v1.contact.tracked', projectId, {
      events: ['widgetOpened', 'widgetopened', 'ordered'].map((name) => ({ id: newId(), name, date: AT })),
    }),
  );
  // At the date of the event, and no event of another name.
  const day = { startDate: '2026-03-10', endDate: '2026-03-10' };
  expect((await service.facts(projectId, 'WIDGET_OPENED_COUNT', day)).value).toBe(1);
  expect(await values(projectId, 'ARTICLE_VIEW_STATISTICS_LIST')).toMatchObject([
    { article: 'Refunds', views: 1 },
  ]);
  expect(await values(projectId, 'ARTICLE_SEARCH_RESULT_LIST')).toMatchObject([
    { searchTerm: 'refund policy', count: 2, results: 5 },
  ]);
  expect(await values(projectId, 'ARTICLE_SEARCH_WITH_NO_RESULT_LIST')).toMatchObject([
    { searchTerm: 'zebra', count: 1, results: 0 },
  ]);
  expect((await service.facts(projectId, 'AI_QUESTIONS_ASKED_COUNT', SINCE)).value).toBe(2);
  expect((await service.facts(projectId, 'HELP_CENTER_ARTICLE_VIEW_COUNT', SINCE)).value).toBe(1);
  // They belong to no ticket: any filter of tickets makes them 0.
  for (const asked of [{ type: 'BUG' }, { user: newId() }, { outbound: newId() }]) {
    expect(
      (await service.facts(projectId, 'HELP_CENTER_ARTICLE_VIEW_COUNT', { ...SINCE, ...asked })).value,
    ).toBe(0);
    expect(await values(projectId, 'ARTICLE_VIEW_STATISTICS_LIST', asked)).toEqual([]);
  }
  await service.publish(told('helpcenter.v1.article.deleted', projectId, { articleId: article }, article));
  expect(await values(projectId, 'ARTICLE_VIEW_STATISTICS_LIST')).toMatchObject([{ article, views: 1 }]);
});

it('counts each mail once for all that became of it, and an open that a click implies', async () => {
  const projectId = newId();
  const [outbound, other] = [newId(), newId()];
  const contactId = newId();
  service.neighbours.contacts.set(contactId, { id: contactId, email: 'lin@customer.example' });
  const mail = (verb: string, delivery: string, rest: object = {}) =>
    told(
      `engagement.v1.email.${verb}`,
      projectId,
      { outbound, session: contactId, delivery, at: AT, ...rest },
      delivery,
    );
  await service.publish(
    mail('sent', 'm1', { domain: 'a.example' }),
    mail('sent', 'm2', { domain: 'a.example' }),
    mail('sent', 'm3', { domain: 'b.example' }),
    mail('sent', 'm4', { domain: 'b.example', outbound: other }),
    mail('opened', 'm1', { client: 'gmail' }),
    mail('opened', 'm1', { client: 'apple_mail', at: '2026-03-11T08:00:00.000Z' }),
    mail('clicked', 'm1'),
    mail('clicked', 'm2'),
    mail('bounced', 'm3', { bounceType: 'hard', code: '5.1.1', reason: 'No such user' }),
    mail('unsubscribed', 'm1'),
  );
  const context = makeContext(projectId);
  const asked = { startDate: '2026-03-10', endDate: '2026-03-10' };
  expect(
    await service.emails.getEmailOverview({ ...asked, outboundId: outbound } as never, context),
  ).toMatchObject({
    sent: 3,
    delivered: 2,
    opened: 2,
    clicked: 2,
    bounced: 1,
    unsubscribed: 1,
    openRate: 100,
    clickRate: 100,
    bounceRate: 33.33,
    unsubscribeRate: 50,
  });
  for (const [emailServerKey, sent] of [
    ['default', 3],
    ['another@team.example', 0],
  ])
    expect(
      await service.emails.getEmailOverview(
        { ...asked, outboundId: outbound, emailServerKey } as never,
        context,
      ),
    ).toMatchObject({ sent });
  // A deleted outbound keeps its figures.
  const item = { id: outbound, type: 'EMAIL', project: projectId };
  await service.publish(told('engagement.v1.item.deleted', projectId, { item }, outbound));
  expect(
    await service.emails.getEmailOverview({ ...asked, outboundId: outbound } as never, context),
  ).toMatchObject({ sent: 3, opened: 2, bounced: 1 });
  expect(await service.emails.getEmailOverview({ startDate: '2026-03-11' } as never, context)).toMatchObject({
    sent: 0,
    openRate: null,
    bounceRate: null,
  });
  expect(await service.emails.getEmailClientUsage(asked as never, context)).toMatchObject({
    total: 2,
    clients: [
      { client: 'gmail', count: 1, share: 50 },
      { client: 'other', count: 1, share: 50 },
    ],
  });
  expect(await service.emails.getEmailClientBounces(asked as never, context)).toMatchObject({
    sent: 4,
    bounced: 1,
    bounceRate: 25,
    domains: [
      { domain: 'b.example', sent: 2, bounced: 1, bounceRate: 50 },
      { domain: 'a.example', sent: 2, bounced: 0, bounceRate: 0 },
    ],
    bounces: [
      {
        email: 'lin@customer.example',
        session: contactId,
        outbound,
        type: 'hard',
        code: '5.1.1',
        reason: 'No such user',
      },
    ],
  });
});

it('takes what has no meaning for mails once its form is right, and changes nothing by it', async () => {
  const projectId = newId();
  const context = makeContext(projectId);
  const payload = { outbound: newId(), session: newId(), delivery: 'm1', at: AT };
  await service.publish(told('engagement.v1.email.sent', projectId, payload, 'm1'));
  const meaningless = {
    groupInterval: 'month',
    groupedBy: 'team',
    aggsType: 'AVERAGE',
    useWorkingHours: true,
    type: 'BUG',
    channel: 'EMAIL',
    priority: 'LOW',
    tag: 'vip',
    team: newId(),
    user: newId(),
    outbound: newId(),
    filter: [{ field: 'createdAt', operator: 'lt', values: ['2001-01-01'] }],
  };
  for (const ask of [
    (asked: object) => service.emails.getEmailOverview({ ...SINCE, ...asked } as never, context),
    (asked: object) => service.emails.getEmailClientUsage({ ...SINCE, ...asked } as never, context),
    (asked: object) => service.emails.getEmailClientBounces({ ...SINCE, ...asked } as never, context),
  ]) {
    expect(await ask(meaningless)).toEqual(await ask({}));
    for (const wrong of [{ aggsType: 'median' }, { groupedBy: 'status' }, { team: 'sales' }])
      await expect(ask(wrong)).rejects.toMatchObject({
        reason: 'INVALID_QUERY',
        fields: [{ field: Object.keys(wrong)[0] }],
      });
  }
  expect(await service.emails.getEmailOverview({ ...SINCE, ...meaningless } as never, context)).toMatchObject(
    {
      sent: 1,
    },
  );
});
