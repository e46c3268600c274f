import { newId } from '@parley/persistence';
import { type Ask, asks as chosenAsks, at, counted, perPoint, progress, round2 } from './support/asks';
import { MONTH_DAYS, MONTH_START, NOW } from './support/month';
import type { Sample } from './support/naive';
import { createDice } from './support/random';
import { randomAsks } from './support/random-asks';
import { makeContext, startStatistics, type TestStatistics, type Told } from './support/statistics';

const SEED = 6;
const projectId = newId();
const dice = createDice(SEED);

/** Something that a visitor did. */
interface Doing {
  at: number;
  what: 'view' | 'search' | 'question' | 'widget';
  article: string;
  query: string;
  hits: number;
}

interface Mail {
  id: string;
  outbound: string;
  domain: string;
  contact: string;
  sentAt: number;
  opens: { at: number; client: string }[];
  clickedAt?: number;
  bounce?: { at: number; bounceType: string; code: string };
  unsubscribedAt?: number;
}

const ARTICLES = Array.from({ length: 6 }, () => newId());
const OUTBOUNDS = [newId(), newId()];
const CLIENTS = ['gmail', 'apple_mail', 'outlook'];
const CONTACTS = Array.from({ length: 5 }, () => newId());
const moment = (): number => MONTH_START + dice.below(MONTH_DAYS * 86_400_000);

const doings: Doing[] = Array.from({ length: 200 }, () => ({
  at: moment(),
  what: dice.one(['view', 'search', 'question', 'widget'] as const),
  article: dice.one(ARTICLES),
  query: dice.one(['Refund', ' refund ', 'REFUND  policy', 'zebra', 'Zebra']),
  hits: dice.below(3),
}));

const mails: Mail[] = Array.from({ length: 80 }, (_, index) => {
  const sentAt = moment();
  const later = (): number => sentAt + 1 + dice.below(20 * 86_400_000);
  const isBounced = dice.chance(0.2);
  return {
    id: `m${index}`,
    outbound: dice.one(OUTBOUNDS),
    domain: dice.one(['a.example', 'b.example', 'c.example']),
    contact: dice.one(CONTACTS),
    sentAt,
    opens: isBounced
      ? []
      : Array.from({ length: dice.below(3) }, () => ({ at: later(), client: dice.one(CLIENTS) })),
    ...(!isBounced && dice.chance(0.3) && { clickedAt: later() }),
    ...(isBounced && {
      bounce: { at: later(), bounceType: dice.one(['hard', 'soft']), code: dice.one(['5.1.1', '4.2.2']) },
    }),
    ...(!isBounced && dice.chance(0.1) && { unsubscribedAt: later() }),
  };
});

const toEvent = ({ at: when, what, article, query, hits }: Doing): Told => {
  const base = { projectId, aggregateId: projectId, at: when };
  switch (what) {
    case 'view':
      return {
        ...base,
        subject: 'helpcenter.v1.article.viewed',
        payload: { articleId: article, language: 'en', channel: 'site' },
      };
    case 'search':
      return { ...base, subject: 'helpcenter.v1.search.performed', payload: { query, hits, language: 'en' } };
    case 'question':
      return {
        ...base,
        subject: 'helpcenter.v1.question.asked',
        payload: { question: 'Why?', answered: true, language: 'en' },
      };
    case 'widget': {
      const events = [{ id: newId(), name: 'widgetOpened', date: new Date(when).toISOString() }];
      return { ...base, subject: 'contacts.v1.contact.tracked', aggregateId: article, payload: { events } };
    }
  }
};

const mailsTold = (mail: Mail): Told[] => {
  const tell = (verb: string, when: number, more: object = {}): Told => ({
    subject: `engagement.v1.email.${verb}`,
    projectId,
    aggregateId: mail.id,
    payload: {
      outbound: mail.outbound,
      session: mail.contact,
      delivery: mail.id,
      at: new Date(when).toISOString(),
      ...more,
    },
  });
  return [
    tell('sent', mail.sentAt, { domain: mail.domain }),
    ...mail.opens.map(({ at: when, client }) => tell('opened', when, { client })),
    ...(mail.clickedAt === undefined ? [] : [tell('clicked', mail.clickedAt)]),
    ...(mail.bounce
      ? [
          tell('bounced', mail.bounce.at, {
            bounceType: mail.bounce.bounceType,
            code: mail.bounce.code,
            reason: 'No',
          }),
        ]
      : []),
    ...(mail.unsubscribedAt === undefined ? [] : [tell('unsubscribed', mail.unsubscribedAt)]),
  ];
};

const shuffled = <T>(list: readonly T[]): T[] => {
  const left = [...list];
  return Array.from({ length: list.length }, () => left.splice(dice.below(left.length), 1)[0] as T);
};

let service: TestStatistics;
beforeAll(async () => {
  service = await startStatistics({ clock: () => new Date(NOW) });
  // Mails are told of in any order, and some of it twice.
  const told = [...doings.map(toEvent), ...mails.flatMap(mailsTold)];
  await service.publish(
    ...shuffled([...told, ...told.filter(({ at: when }) => when === undefined && dice.chance(0.1))]),
  );
});
afterAll(() => service.stop());

const asks = [
  ...chosenAsks,
  ...randomAsks(
    dice,
    doings.map((one) => one.at),
    40,
  ),
];
const unfiltered = asks.filter(({ sent }) => Object.keys(sent).every((key) => /Date$|timezone/.test(key)));
const inside = ({ from, to }: Pick<Ask, 'from' | 'to'>, when: number): boolean => when >= from && when <= to;
const done = (what: Doing['what'], ask: Pick<Ask, 'from' | 'to'>): Doing[] =>
  doings.filter((one) => one.what === what && inside(ask, one.at));

it.each([
  ['WIDGET_OPENED_COUNT', 'WIDGET_OPENED_COUNT_BY_DATE', 'widget'],
  ['HELP_CENTER_ARTICLE_VIEW_COUNT', 'HELP_CENTER_ARTICLE_VIEW_COUNT', 'view'],
  ['AI_QUESTIONS_ASKED_COUNT', 'AI_QUESTIONS_ASKED_COUNT', 'question'],
] as const)(
  'has %s and %s in every interval, and nothing of it with a filter of tickets',
  async (facts, bars, what) => {
    for (const ask of asks) {
      const isFiltered = !unfiltered.includes(ask);
      const now = isFiltered ? [] : done(what, ask);
      const before = isFiltered ? [] : done(what, ask.before);
      expect(await service.facts(projectId, facts, ask.sent)).toMatchObject({
        value: now.length,
        previousValue: before.length,
        progressValue: progress(now.length, before.length),
      });
      for (const groupInterval of ['day', 'month', 'year']) {
        const { series } = await service.charts.getBarChart(
          { chartType: bars, groupInterval, ...ask.sent } as never,
          makeContext(projectId),
        );
        const points = series[0]?.data ?? [];
        expect(points.map(({ value }) => value)).toEqual(
          perPoint(points, now as unknown as Sample[], counted),
        );
      }
    }
  },
);

it('has what visitors read and looked for', async () => {
  const read = async (chartType: string, ask: Ask) => {
    const { rows } = await service.charts.getList(
      { chartType, ...ask.sent } as never,
      makeContext(projectId),
    );
    return (rows as unknown as { value: unknown }[][]).map((row) => row.map(({ value }) => value));
  };
  const latest = (list: readonly Doing[]): Doing | undefined => [...list].sort((a, b) => b.at - a.at)[0];
  const grouped = (list: readonly Doing[], toKey: (one: Doing) => string): [string, Doing[]][] =>
    [...new Set(list.map(toKey))]
      .map((key): [string, Doing[]] => [key, list.filter((one) => toKey(one) === key)])
      .sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1));
  const time = (one: Doing | undefined): string => new Date(one?.at ?? 0).toISOString();
  for (const ask of unfiltered) {
    expect(await read('ARTICLE_VIEW_STATISTICS_LIST', ask)).toEqual(
      grouped(done('view', ask), ({ article }) => article).map(([key, own]) => [
        key,
        own.length,
        time(latest(own)),
      ]),
    );
    const term = ({ query }: Doing): string => query.trim().toLowerCase().replace(/\s+/g, ' ');
    for (const [chartType, keeps] of [
      ['ARTICLE_SEARCH_RESULT_LIST', ({ hits }: Doing) => hits > 0],
      ['ARTICLE_SEARCH_WITH_NO_RESULT_LIST', ({ hits }: Doing) => hits === 0],
    ] as const)
      expect(await read(chartType, ask)).toEqual(
        grouped(done('search', ask).filter(keeps), term).map(([key, own]) => [
          key,
          own.length,
          latest(own)?.hits,
          time(latest(own)),
        ]),
      );
  }
});

const rate = (part: number, whole: number): number | null =>
  whole === 0 ? null : round2((100 * part) / whole);

it.each([undefined, OUTBOUNDS[0]])('has figures of mails of outbound %s', async (outboundId) => {
  for (const ask of unfiltered) {
    const asked = { ...ask.sent, ...(outboundId !== undefined && { outboundId }) } as never;
    const sent = mails.filter(
      (mail) => inside(ask, mail.sentAt) && (outboundId === undefined || mail.outbound === outboundId),
    );
    const count = (test: (mail: Mail) => boolean): number => sent.filter(test).length;
    const bounced = count(({ bounce }) => bounce !== undefined);
    const delivered = sent.length - bounced;
    const opened = count(({ opens, clickedAt }) => opens.length > 0 || clickedAt !== undefined);
    const clicked = count(({ clickedAt }) => clickedAt !== undefined);
    const left = count(({ unsubscribedAt }) => unsubscribedAt !== undefined);
    expect(await service.emails.getEmailOverview(asked, makeContext(projectId))).toMatchObject({
      ...{ sent: sent.length, delivered, opened, clicked, bounced, unsubscribed: left },
      openRate: rate(opened, delivered),
      clickRate: rate(clicked, delivered),
      bounceRate: rate(bounced, sent.length),
      unsubscribeRate: rate(left, delivered),
    });
    const clients = sent.flatMap(({ opens, clickedAt }) => {
      const first = [...opens].sort((a, b) => a.at - b.at)[0];
      return first?.client ?? (clickedAt === undefined ? [] : 'other');
    });
    const byCount = [...new Set(clients)]
      .map((client) => ({ client, count: clients.filter((one) => one === client).length }))
      .sort((a, b) => b.count - a.count || (a.client < b.client ? -1 : 1));
    expect(await service.emails.getEmailClientUsage(asked, makeContext(projectId))).toMatchObject({
      total: clients.length,
      clients: byCount.map((one) => ({ ...one, share: rate(one.count, clients.length) })),
    });
    const domains = [...new Set(sent.map(({ domain }) => domain))]
      .map((domain) => {
        const own = sent.filter((mail) => mail.domain === domain);
        const failed = own.filter(({ bounce }) => bounce !== undefined).length;
        return { domain, sent: own.length, bounced: failed, bounceRate: rate(failed, own.length) };
      })
      .sort((a, b) => b.bounced - a.bounced);
    const answer = await service.emails.getEmailClientBounces(asked, makeContext(projectId));
    expect(answer).toMatchObject({ sent: sent.length, bounced, bounceRate: rate(bounced, sent.length) });
    expect(answer.domains.map((one) => one.bounced)).toEqual(domains.map((one) => one.bounced));
    expect([...answer.domains].sort((a, b) => (a.domain < b.domain ? -1 : 1))).toMatchObject(
      domains.sort((a, b) => (a.domain < b.domain ? -1 : 1)),
    );
    const bounces = sent.filter(({ bounce }) => bounce !== undefined);
    expect(
      answer.bounces.map(({ at: when, code, type, outbound }) => ({
        at: at(when as unknown as string),
        code,
        type,
        outbound,
      })),
    ).toEqual(
      bounces
        .map(({ bounce, outbound }) => ({
          at: bounce?.at,
          code: bounce?.code,
          type: bounce?.bounceType,
          outbound,
        }))
        .sort((a, b) => (b.at ?? 0) - (a.at ?? 0)),
    );
  }
});
