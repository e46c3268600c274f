import { DomainError } from '@parley/errors';
import { readConditions, satisfies } from './raw-filter';

const row = {
  actionType: 'TICKET_REPLY',
  createdAt: '2026-03-01T10:00:00.000Z',
  first: true,
  actionUser: { id: 'u1', name: 'Grace' },
  data: { replyTimeInSec: 90.25, type: 'INQUIRY', tags: ['a', 'b'], processingUser: { id: 'u2' } },
};

const passes = (conditions: Record<string, string>): boolean =>
  satisfies(
    row,
    readConditions(
      Object.entries(conditions).map(([field, value]) => ({
        field,
        operator: 'eq',
        values: value.split(','),
      })),
    ),
  );

it.each<[Record<string, string>, boolean]>([
  [{ actionType: 'TICKET_REPLY' }, true],
  [{ actionType: 'ticket_reply' }, false],
  [{ actionType_in: 'A,TICKET_REPLY' }, true],
  [{ actionType_nin: 'A,TICKET_REPLY' }, false],
  [{ actionType_ne: 'A' }, true],
  [{ actionType_gt: 'TICKET_RATED' }, true],
  [{ actionUser: 'u1' }, true],
  [{ first: 'false' }, false],
  // Numbers compare as numbers: as text 100 would come before 90.25.
  [{ 'data.replyTimeInSec_lt': '100' }, true],
  [{ 'data.replyTimeInSec_gte': '90.25' }, true],
  [{ 'data.replyTimeInSec_gt': '90.25' }, false],
  [{ 'data.replyTimeInSec': '90.250' }, true],
  // Times compare as times, in any zone.
  [{ createdAt: '2026-03-01T11:00:00+01:00' }, true],
  [{ createdAt_gte: '2026-03-01' }, true],
  [{ createdAt_lt: '2026-03-01T10:00:00Z' }, false],
  [{ 'data.processingUser.id': 'u2' }, true],
  [{ 'data.tags': 'b' }, true],
  [{ 'data.tags_ne': 'b' }, false],
  // A missing value satisfies only _ne and _nin.
  [{ 'data.rating': '5' }, false],
  [{ 'data.rating_lte': '5' }, false],
  [{ 'data.rating_ne': '5' }, true],
  [{ 'data.rating_nin': '5,6' }, true],
  // All must hold.
  [{ actionType: 'TICKET_REPLY', first: 'false' }, false],
])('%j is %s', (conditions, expected) => {
  expect(passes(conditions)).toBe(expected);
});

it.each(['type', 'data', 'data.', 'unknown', 'actionType_like', 'createdAt_gte_lte'])(
  'refuses the field %s',
  (field) => {
    expect(() => passes({ [field]: '1' })).toThrow(DomainError);
  },
);

it.each([
  ['first', 'yes'],
  ['createdAt_gte', 'yesterday'],
  ['actionType', ''],
])('refuses %s=%s', (field, value) => {
  expect(() => passes({ [field]: value })).toThrow(field);
});
