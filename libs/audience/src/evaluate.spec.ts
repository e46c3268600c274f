import { anonymousSession, matches, type SessionDocument } from './evaluate';
import { type Condition, conditionKey, operators, type OperatorName, targetConditions } from './operators';

const session: SessionDocument = {
  userId: 'user-1',
  svcId: 'door',
  svcHash: 'key',
  email: 'Ada@Example.com',
  name: 'Ada Lovelace',
  phone: '',
  plan: 'Pro',
  companyId: null,
  value: 10,
  sessions: 0,
  unsubscribed: false,
  tags: ['vip', 'EU'],
  createdAt: '2026-03-01T12:00:00.000Z',
  customData: {
    seats: '10',
    since: '2026-03-01',
    code: 'b',
    wide: '\u{1F600}',
    'a.b': 'dotted',
    deep: { er: 5 },
    empty: {},
    none: [],
    levels: [1, 2],
    nothing: null,
  },
};

const holds = (field: string, operator: OperatorName, value?: unknown): boolean =>
  matches(session, [{ field, operator, ...(value !== undefined && { value: value as never }) }]);

type Case = [field: string, operator: OperatorName, value: unknown, holds: boolean];

/** Every rule of the table of operators. */
const cases: Record<string, Case[]> = {
  'eq: equal, and case counts': [
    ['plan', 'eq', 'Pro', true],
    ['plan', '=', 'pro', false],
    ['value', 'eq', 10, true],
    ['value', 'eq', '10', false],
    ['customData.seats', 'eq', 10, false],
    ['unsubscribed', 'eq', false, true],
    ['unsubscribed', 'eq', 'false', false],
  ],
  'eq: addresses in any case, times as moments': [
    ['email', 'eq', 'ada@example.COM', true],
    ['email', 'ne', 'ada@example.COM', false],
    ['createdAt', 'eq', '2026-03-01T13:00:00+01:00', true],
    ['customData.since', 'eq', '2026-03-01T00:00:00Z', false],
  ],
  'eq: a list of values, any of them; a list field, any element; null, absent': [
    ['plan', 'eq', ['Team', 'Pro'], true],
    ['plan', 'eq', ['Team'], false],
    ['tags', 'eq', 'vip', true],
    ['tags', 'eq', 'eu', false],
    ['tags', 'eq', ['us', 'EU'], true],
    ['customData.levels', 'eq', 2, true],
    ['companyId', 'eq', null, true],
    ['companyName', 'eq', null, true],
    ['plan', 'eq', null, false],
    ['phone', 'eq', null, false],
    ['companyName', 'eq', 'x', false],
  ],
  'ne: eq does not hold, also for an absent field': [
    ['plan', 'ne', 'Team', true],
    ['plan', '!=', 'Pro', false],
    ['plan', 'ne', ['Pro', 'Team'], false],
    ['companyName', 'ne', 'x', true],
    ['companyName', 'ne', null, false],
    ['plan', 'ne', null, true],
    ['tags', 'ne', 'vip', false],
    ['tags', 'ne', 'us', true],
    ['customData.seats', 'ne', 10, true],
  ],
  'gt, gte, lt, lte: numbers with numbers': [
    ['value', 'gt', 9.5, true],
    ['value', '>', 10, false],
    ['value', 'gte', 10, true],
    ['value', '>=', 11, false],
    ['value', 'lt', 11, true],
    ['value', '<', 10, false],
    ['value', 'lte', 10, true],
    ['value', '<=', 9, false],
    ['sessions', 'lt', 1, true],
  ],
  'ranges: ISO times with ISO times, in whatever zone': [
    ['createdAt', 'gt', '2026-03-01', true],
    ['createdAt', 'lt', '2026-03-01T12:00:00.001Z', true],
    ['createdAt', 'gte', '2026-03-01T14:00:00+02:00', true],
    ['createdAt', 'lte', '2026-03-01T12:00', true],
    ['customData.since', 'lt', '2026-03-01T00:30:00+01:00', false],
    ['customData.since', 'gte', '2026-03-01T00:30:00+01:00', true],
    ['name', 'gt', '2026-03-01', false],
    ['name', 'lt', '2026-03-01', false],
  ],
  'ranges: texts with texts by code point': [
    ['customData.code', 'gt', 'a', true],
    ['customData.code', 'gt', 'B', true],
    ['customData.code', 'lt', 'ä', true],
    ['customData.wide', 'gt', '\uFFFD', true],
  ],
  'ranges: never for an absent field or another type': [
    ['companyName', 'lt', 'x', false],
    ['companyId', 'gte', '', false],
    ['customData.seats', 'gte', 10, false],
    ['customData.seats', 'lte', 10, false],
    ['value', 'gte', '10', false],
    ['unsubscribed', 'lte', 1, false],
    ['tags', 'gt', 'a', false],
  ],
  'contains: a text holds it, case aside; a list has it as an element': [
    ['name', 'contains', 'LOVE', true],
    ['name', 'contains', 'ada l', true],
    ['name', 'contains', 'hate', false],
    ['tags', 'contains', 'vip', true],
    ['tags', 'contains', 'vi', false],
    ['customData.levels', 'contains', 1, true],
    ['value', 'contains', 1, false],
    ['companyName', 'contains', 'x', false],
  ],
  'exists: present and not empty; false: absent, null or empty': [
    ['plan', 'exists', undefined, true],
    ['plan', 'exists', true, true],
    ['plan', 'exists', false, false],
    ['phone', 'exists', true, false],
    ['phone', 'exists', false, true],
    ['companyId', 'exists', true, false],
    ['companyName', 'exists', false, true],
    ['sessions', 'exists', true, true],
    ['unsubscribed', 'exists', true, true],
    ['customData.none', 'exists', true, false],
    ['customData.empty', 'exists', false, true],
    ['customData.nothing', 'exists', false, true],
  ],
  'fields: inside customData, own keys only': [
    ['customData.a.b', 'eq', 'dotted', true],
    ['customData.deep.er', 'eq', 5, true],
    ['customData.deep.est', 'exists', true, false],
    ['name.length', 'exists', true, false],
    ['tags.length', 'exists', true, false],
    ['constructor', 'exists', true, false],
    ['customData.__proto__', 'exists', true, false],
  ],
  'svcId and svcHash count as absent': [
    ['svcId', 'exists', true, false],
    ['svcId', 'eq', 'door', false],
    ['svcHash', 'eq', null, true],
    ['svcHash', 'ne', 'x', true],
  ],
};

describe.each(Object.entries(cases))('%s', (_rule, rows) => {
  it.each(rows)('%s %s %j: %s', (field, operator, value, expected) =>
    expect(holds(field, operator, value)).toBe(expected),
  );
});

it('has a case for every operator, by name and by sign', () => {
  const used = new Set(Object.values(cases).flatMap((rows) => rows.map(([, operator]) => operator)));
  expect(Object.keys(operators).filter((name) => !used.has(name as OperatorName))).toEqual([]);
});

it('asks for all conditions of a filter, and for none of an empty one', () => {
  const pro: Condition = { field: 'plan', operator: 'eq', value: 'Pro' };
  const team: Condition = { field: 'plan', operator: 'eq', value: 'Team' };
  expect(matches(session, [])).toBe(true);
  expect(matches(session, [pro])).toBe(true);
  expect(matches(session, [pro, team])).toBe(false);
});

it.each([
  ['all', true, true],
  ['custom', true, true],
  ['users', true, false],
  ['guests', false, true],
] as const)('%s: with a userId %s, without a session %s', (target, user, anonymous) => {
  expect(matches(session, targetConditions(target))).toBe(user);
  expect(matches(anonymousSession, targetConditions(target))).toBe(anonymous);
});

it('gives conditions that mean the same one key', () => {
  expect(conditionKey({ field: 'plan', operator: '=', value: 'Pro' })).toBe(
    conditionKey({ value: 'Pro', operator: 'eq', field: 'plan' }),
  );
  expect(conditionKey({ field: 'plan', operator: 'eq', value: 'Pro' })).not.toBe(
    conditionKey({ field: 'plan', operator: 'ne', value: 'Pro' }),
  );
});
