import { type AudienceCondition, belongsTo, createCounter, eventQueries, type Look } from './audience';
import type { SessionDocument } from './evaluate';
import type { OperatorName, TargetAudience } from './operators';

const at = new Date('2026-03-10T12:00:00.000Z');
const contact: SessionDocument = {
  userId: 'user-1',
  email: 'ada@example.com',
  plan: 'Pro',
  value: 10,
  tags: ['vip'],
  createdAt: '2026-03-01T12:00:00.000Z',
  lastActivity: '2026-03-10T06:00:00.000Z',
  unsubscribed: false,
  emailOnly: false,
  customData: { seats: '10', trialEnds: '2026-03-08T12:00:00Z', note: 'none' },
};
const look: Look = {
  at,
  countEvents: ({ event, withinDays }) => (event === 'order placed' ? (withinDays ?? 0) + 3 : 0),
};

const holds = (condition: AudienceCondition): boolean =>
  belongsTo(contact, { targetAudience: 'all', conditions: [condition] }, look);
const field = (name: string, operator: OperatorName, value: unknown): boolean =>
  holds({ field: name, operator, value: value as never });

describe('times before the look', () => {
  it.each([
    ['createdAt', 'lt', { daysAgo: 8.9 }, true],
    ['createdAt', 'lt', { daysAgo: 9 }, false],
    ['createdAt', 'lte', { daysAgo: 9 }, true],
    ['createdAt', 'eq', { daysAgo: 9 }, true],
    ['createdAt', 'eq', ['2020-01-01', { daysAgo: 9 }], true],
    ['createdAt', 'ne', { daysAgo: 9 }, false],
    ['lastActivity', 'gte', { daysAgo: 0.25 }, true],
    ['lastActivity', 'gt', { daysAgo: 0.25 }, false],
    ['lastActivity', 'gt', { daysAgo: 0 }, false],
    ['customData.trialEnds', 'lt', { daysAgo: 1 }, true],
    ['customData.trialEnds', 'lt', { daysAgo: 3 }, false],
    ['customData.note', 'lt', { daysAgo: 1 }, false],
    ['lastHeardFrom', 'lt', { daysAgo: 1 }, false],
  ] as const)('%s %s %j: %s', (name, operator, value, expected) =>
    expect(field(name, operator, value)).toBe(expected),
  );
});

describe('events', () => {
  it.each([
    ['eq', 3, true],
    ['ne', 3, false],
    ['gt', 2, true],
    ['gt', 3, false],
    ['gte', 3, true],
    ['>=', 4, false],
    ['lt', 4, true],
    ['<', 3, false],
    ['<=', 3, true],
    ['lte', 2, false],
    ['exists', undefined, true],
    ['exists', true, true],
    ['exists', false, false],
  ] as const)('%s %j of an event done 3 times: %s', (operator, value, expected) =>
    expect(holds({ event: 'order placed', operator, ...(value !== undefined && { value }) })).toBe(expected),
  );

  it('of the last days are counted apart', () => {
    expect(holds({ event: 'order placed', operator: 'eq', value: 33, withinDays: 30 })).toBe(true);
  });

  it('that never happened are none', () => {
    expect(holds({ event: 'x', operator: 'exists', value: false })).toBe(true);
    expect(holds({ event: 'x', operator: 'eq', value: 0 })).toBe(true);
    expect(holds({ event: 'x', operator: 'exists' })).toBe(false);
  });

  it('are asked for once each', () => {
    const conditions: AudienceCondition[] = [
      { event: 'a', operator: 'exists' },
      { event: 'a', operator: 'gte', value: 2 },
      { event: 'a', operator: 'gte', value: 2, withinDays: 7 },
      { field: 'plan', operator: 'exists' },
    ];
    const queries = eventQueries(conditions);
    expect(queries).toEqual([{ event: 'a' }, { event: 'a', withinDays: 7 }]);
    const countEvents = createCounter(queries, [5, 2]);
    expect([countEvents({ event: 'a' }), countEvents({ event: 'a', withinDays: 7 })]).toEqual([5, 2]);
    expect(() => countEvents({ event: 'b' })).toThrow('Events were not counted');
  });
});

it('"10" is not 10: a number is at least 9, the text in customData is not', () => {
  expect(field('value', 'gte', 9)).toBe(true);
  expect(field('customData.seats', 'gte', 9)).toBe(false);
  expect(field('customData.seats', 'eq', 10)).toBe(false);
  expect(field('customData.seats', 'ne', 10)).toBe(true);
});

it.each([
  ['all', true, true],
  ['custom', true, true],
  ['users', true, false],
  ['guests', false, true],
] as const)(
  'target %s: a contact with a userId %s, without %s',
  (targetAudience: TargetAudience, user, guest) => {
    const audience = { targetAudience, conditions: [] };
    expect(belongsTo(contact, audience, look)).toBe(user);
    expect(belongsTo({ ...contact, userId: undefined }, audience, look)).toBe(guest);
  },
);

it('all conditions must hold, and the target too', () => {
  const pro: AudienceCondition = { field: 'plan', operator: 'eq', value: 'Pro' };
  const ordered: AudienceCondition = { event: 'order placed', operator: 'exists' };
  const no: AudienceCondition = { event: 'x', operator: 'exists' };
  const belongs = (targetAudience: TargetAudience, ...conditions: AudienceCondition[]) =>
    belongsTo(contact, { targetAudience, conditions }, look);
  expect(belongs('users', pro, ordered)).toBe(true);
  expect(belongs('users', pro, ordered, no)).toBe(false);
  expect(belongs('guests', pro)).toBe(false);
});
