import type { FieldProblem } from '@parley/errors';
import { namedFields } from './contact-fields';
import { operators } from './operators';
import { readConditions } from './read-audience';

const findProblems = (...conditions: unknown[]): string[] => {
  const problems: FieldProblem[] = [];
  readConditions('conditions', conditions, problems);
  return problems.map(({ field }) => field.replace('conditions.', ''));
};
const on = (field: string, operator: string, value?: unknown) => findProblems({ field, operator, value });
const did = (operator: string, value?: unknown, more: object = {}) =>
  findProblems({ event: 'order placed', operator, value, ...more });

const texts = 'userId email name phone avatar lang companyId companyName plan platform deviceType'.split(' ');
const numbers = ['value', 'sla', 'sessions'];
const times = ['createdAt', 'firstActivity', 'lastActivity', 'lastHeardFrom'];
const booleans = ['unsubscribed', 'emailOnly'];

describe('fields', () => {
  it('are those of the contract and no others', () =>
    expect([...namedFields].sort()).toEqual([...texts, ...numbers, ...times, ...booleans, 'tags'].sort()));

  it.each([
    ...texts,
    ...numbers,
    ...times,
    ...booleans,
    'tags',
    'customData.a',
    'customData.a.b c',
    'location.city',
  ])('takes %s', (field) => expect(on(field, 'exists')).toEqual([]));

  it.each([
    '',
    'svcId',
    'svcHash',
    'blocked',
    'customData',
    'customData.',
    'customData. ',
    'location',
    'constructor',
    `customData.${'x'.repeat(118)}`,
    'customData.\0',
  ])('refuses %j', (field) => expect(on(field, 'exists')).toEqual(['0.field']));

  it('takes either a field or an event, not both, not none', () => {
    expect(findProblems({ field: 'plan', event: 'x', operator: 'exists' })).toEqual(['0']);
    expect(findProblems({ operator: 'exists' }, 'x', null)).toEqual(['0', '1', '2']);
    expect(findProblems({ field: 'plan', event: null, operator: 'exists' })).toEqual([]);
  });

  it('takes at most 50 conditions', () => {
    const fine = { field: 'plan', operator: 'exists' };
    expect(findProblems(...Array.from({ length: 50 }, () => fine))).toEqual([]);
    expect(findProblems(...Array.from({ length: 51 }, () => fine))).toEqual(['conditions']);
  });
});

describe('operators', () => {
  it.each(Object.keys(operators))('takes %s for free JSON', (operator) =>
    expect(on('customData.a', operator, operator === 'exists' ? true : 'x')).toEqual([]),
  );

  it.each(['like', '', 'EQ', '__proto__', 5, undefined])('refuses %j', (operator) => {
    expect(findProblems({ field: 'plan', operator, value: 'x' })).toEqual(['0.operator']);
    expect(findProblems({ event: 'x', operator, value: 1 })).toEqual(['0.operator']);
  });

  it('refuses contains for numbers, times, booleans and events, and ranges for tags and booleans', () => {
    for (const field of [...numbers, ...times, ...booleans])
      expect(on(field, 'contains', 'x')).toEqual(['0.operator']);
    expect(did('contains', 1)).toEqual(['0.operator']);
    for (const field of ['tags', ...booleans]) expect(on(field, '>=', 'x')).toEqual(['0.operator']);
  });
});

describe('values', () => {
  it.each([
    ['plan', 'eq', ['pro', 'team']],
    ['plan', 'ne', null],
    ['plan', 'eq', 'x'.repeat(1_024)],
    ['plan', 'eq', Array.from({ length: 100 }, String)],
    ['name', '>=', 'm'],
    ['value', 'gte', 9],
    ['sessions', 'eq', [1, 2]],
    ['createdAt', '<', '2026-01-01'],
    ['createdAt', '<', '2028-02-29T23:59Z'],
    ['createdAt', '<', { daysAgo: 0.5 }],
    ['lastActivity', 'eq', ['2026-01-01T10:00:00+01:00', { daysAgo: 0 }]],
    ['unsubscribed', 'eq', false],
    ['tags', 'contains', 'vip'],
    ['tags', 'ne', ['a', 'b']],
    ['customData.n', 'eq', ['x', 5, true]],
    ['customData.at', 'lt', { daysAgo: 36_525 }],
    ['plan', 'exists', false],
  ])('takes %s %s %j', (field, operator, value) => expect(on(field, operator, value)).toEqual([]));

  it.each([
    ['plan', 'eq', undefined],
    ['plan', 'eq', 5],
    ['plan', 'eq', true],
    ['plan', 'eq', []],
    ['plan', 'eq', Array.from({ length: 101 }, String)],
    ['plan', 'eq', ['x', null]],
    ['plan', 'eq', 'x'.repeat(1_025)],
    ['plan', 'eq', 'a\0b'],
    ['plan', 'contains', null],
    ['value', 'gte', '9'],
    ['value', 'eq', Number.NaN],
    ['value', 'gt', [1]],
    ['createdAt', 'gt', 'yesterday'],
    ['createdAt', 'gt', 1_700_000_000],
    ['createdAt', 'gt', '2026-02-29'],
    ['createdAt', 'gt', '2026-13-01'],
    ['createdAt', 'gt', { daysAgo: -1 }],
    ['createdAt', 'gt', { daysAgo: '1' }],
    ['createdAt', 'gt', { daysAgo: 1, or: 2 }],
    ['createdAt', 'gt', { daysAgo: 36_526 }],
    ['unsubscribed', 'eq', 'false'],
    ['tags', 'eq', 5],
    ['customData.n', 'gt', true],
    ['customData.n', 'eq', {}],
    ['customData.n', 'eq', { daysAgo: 1 }],
    ['plan', 'exists', 'yes'],
    ['plan', 'exists', null],
  ])('refuses %s %s %j', (field, operator, value) => expect(on(field, operator, value)).toEqual(['0.value']));
});

describe('events', () => {
  it.each([
    ['gte', 3, { withinDays: 30 }],
    ['=', 0, {}],
    ['!=', 5, { withinDays: 1 }],
    ['lt', 1, { withinDays: 365 }],
    ['exists', undefined, {}],
    ['exists', false, { withinDays: null }],
  ])('takes %s %j %j', (operator, value, more) => expect(did(operator, value, more)).toEqual([]));

  it.each([undefined, null, -1, 1.5, '3', [1], true])('refuses the count %j', (value) =>
    expect(did('gte', value)).toEqual(['0.value']),
  );

  it.each([0, 366, 1.5, '30', {}])('refuses withinDays %j', (withinDays) =>
    expect(did('gte', 1, { withinDays })).toEqual(['0.withinDays']),
  );

  it.each(['', 'x'.repeat(257), 5, 'a\0'])('refuses the name %j', (event) =>
    expect(findProblems({ event, operator: 'exists' })).toEqual(['0.event']),
  );
});

it('names every wrong condition and leaves out other keys of the right ones', () => {
  expect(
    findProblems(
      { field: 'nope', operator: 'like' },
      { field: 'plan', operator: 'exists' },
      { event: '', operator: 'gte' },
    ),
  ).toEqual(['0.field', '0.operator', '2.event', '2.value']);
  const sent = [
    { field: 'value', operator: '>=', value: 5, label: 'x' },
    { event: 'order placed', operator: 'gte', value: 3, withinDays: 30, field: null },
  ];
  expect(readConditions('conditions', sent, [])).toEqual([
    { field: 'value', operator: '>=', value: 5 },
    { event: 'order placed', operator: 'gte', value: 3, withinDays: 30 },
  ]);
});
