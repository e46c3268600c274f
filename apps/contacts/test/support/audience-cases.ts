import {
  type AudienceCondition,
  type FieldKind,
  fieldKind,
  namedFields,
  type Operator,
} from '@parley/audience';

/** Numbers from 0 up to 1 that are the same for the same seed. */
export const random = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

type Random = () => number;

const pick = <T>(next: Random, from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;

const texts = [
  '',
  'a',
  'A',
  'Ada',
  'ada lovelace',
  'ÄRGER',
  'ärger',
  'straße',
  '10',
  '2026-03-01',
  '😀',
  '�',
  'İstanbul',
  'Kelvin',
];
const times = [
  '2026-03-01',
  '2026-03-01T12:00:00Z',
  '2026-02-20T12:00:00+01:00',
  '2026-01-15',
  '2026-03-09T23:59:59.999Z',
];
const numbers = [0, 1, 9, 10, 10.5, -3, 1e12];
const tags = ['vip', 'VIP', 'eu', '', 'ä'];
const free = [...texts, ...numbers, ...times, true, false];
const paths = ['customData.a', 'customData.a.b', 'customData.a.b.c', 'customData.at', 'location.city'];

/** Names of the events that some contacts did. */
export const eventNames = ['order placed', 'pageView', 'never'];

const json = (next: Random, depth: number): unknown => {
  const shape = Math.floor(next() * (depth > 0 ? 6 : 3));
  if (shape === 3) return Array.from({ length: Math.floor(next() * 3) }, () => pick(next, free));
  if (shape > 3) {
    const keys = ['a', 'b', 'c', 'a.b', 'b.c', 'at', 'city'].filter(() => next() < 0.4);
    return Object.fromEntries(keys.map((key) => [key, json(next, depth - 1)]));
  }
  return next() < 0.1 ? null : pick(next, free);
};

/** The columns of a contact that audiences look at; every contact has an address. */
export const contactRow = (next: Random, index: number): Record<string, unknown> => {
  const maybe = <T>(from: readonly T[]): T | null => (next() < 0.3 ? null : pick(next, from));
  return {
    user_id: next() < 0.4 ? null : `u${index}`,
    email: `${pick(next, ['ada', 'bob', 'ärger', 'x'])}.${index % 70}@example.com`,
    name: maybe(texts),
    phone: maybe(texts),
    avatar: maybe(texts),
    lang: maybe(['de', 'en']),
    company_id: maybe(texts),
    company_name: maybe(texts),
    plan: maybe(texts),
    platform: maybe(texts),
    device_type: maybe(texts),
    value: maybe(numbers),
    sla: maybe(numbers),
    sessions: pick(next, [0, 1, 9, 10]),
    tags: tags.filter(() => next() < 0.3),
    custom_data: next() < 0.2 ? null : json(next, 3),
    location: next() < 0.5 ? null : { city: pick(next, texts) },
    first_activity: new Date(pick(next, times)).toISOString(),
    last_activity: new Date(pick(next, times)).toISOString(),
    last_heard_from: maybe(times.map((time) => new Date(time).toISOString())),
    created_at: new Date(pick(next, times)).toISOString(),
  };
};

const scalar = (next: Random, kind: FieldKind): unknown => {
  switch (kind) {
    case 'text':
      return pick(next, [...texts, 'u1', 'ADA.1@example.com', 'de']);
    case 'number':
      return pick(next, numbers);
    case 'time':
      return next() < 0.5 ? pick(next, times) : { daysAgo: pick(next, [0, 0.5, 9, 18, 54.5]) };
    case 'boolean':
      return next() < 0.5;
    case 'list':
      return pick(next, tags);
    case 'free':
      return pick(next, free);
  }
};

const operatorsByKind: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'exists'],
  number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'exists'],
  time: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'exists'],
  boolean: ['eq', 'ne', 'exists'],
  list: ['eq', 'ne', 'contains', 'exists'],
  free: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'exists'],
};

const fieldValue = (next: Random, kind: FieldKind, operator: Operator): unknown => {
  if (operator === 'exists') return next() < 0.5;
  if (operator === 'contains') return scalar(next, kind);
  if (operator !== 'eq' && operator !== 'ne')
    return kind === 'free' && next() < 0.2
      ? { daysAgo: 9 }
      : kind === 'free'
        ? pick(next, [...texts, ...numbers, ...times])
        : scalar(next, kind);
  if (next() < 0.15) return null;
  return next() < 0.3 ? [scalar(next, kind), scalar(next, kind), scalar(next, kind)] : scalar(next, kind);
};

/** A condition that an audience takes. */
export const condition = (next: Random): AudienceCondition => {
  if (next() < 0.15) {
    const operator = pick(next, ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'exists'] as const);
    const value = operator === 'exists' ? next() < 0.5 : Math.floor(next() * 4);
    return {
      event: pick(next, eventNames),
      operator,
      value,
      ...(next() < 0.5 && { withinDays: pick(next, [1, 9, 60]) }),
    };
  }
  const field = next() < 0.4 ? pick(next, paths) : pick(next, namedFields);
  const kind = fieldKind(field) as FieldKind;
  const operator = pick(next, operatorsByKind[kind]);
  return { field, operator, value: fieldValue(next, kind, operator) as never };
};
