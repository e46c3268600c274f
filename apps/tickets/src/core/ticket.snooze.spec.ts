import { changeSnooze } from './ticket.snooze';

const later = new Date('2100-01-01');
const awake = { status: 'INPROGRESS', snoozedUntil: null, snoozedFrom: null };
const asleep = { status: 'SNOOZED', snoozedUntil: later, snoozedFrom: 'INPROGRESS' };

describe('changeSnooze', () => {
  it.each([
    ['nothing leaves it awake', awake, {}, awake],
    ['nothing leaves it asleep', asleep, {}, asleep],
    ['a time snoozes and remembers the status', awake, { snoozedUntil: later }, asleep],
    [
      'a later time keeps the remembered status',
      asleep,
      { snoozedUntil: new Date('2101-01-01') },
      { ...asleep, snoozedUntil: new Date('2101-01-01') },
    ],
    [
      'a status beside a time is the one that returns',
      awake,
      { snoozedUntil: later, status: 'DONE' },
      { ...asleep, snoozedFrom: 'DONE' },
    ],
    [
      'SNOOZED beside a time returns to the former status',
      awake,
      { snoozedUntil: later, status: 'SNOOZED' },
      asleep,
    ],
    ['null wakes to the remembered status', asleep, { snoozedUntil: null }, awake],
    ['null changes nothing when it is awake', awake, { snoozedUntil: null }, awake],
    ['another status wakes', asleep, { status: 'DONE' }, { ...awake, status: 'DONE' }],
    [
      'null and a status wake to that status',
      asleep,
      { snoozedUntil: null, status: 'DONE' },
      { ...awake, status: 'DONE' },
    ],
    ['SNOOZED alone sleeps without a time', awake, { status: 'SNOOZED' }, { ...asleep, snoozedUntil: null }],
    [
      'SNOOZED with null takes the time away',
      asleep,
      { status: 'SNOOZED', snoozedUntil: null },
      { ...asleep, snoozedUntil: null },
    ],
    ['SNOOZED alone keeps the time', asleep, { status: 'SNOOZED' }, asleep],
  ])('%s', (_name, before, change, after) => {
    expect(changeSnooze(before, change)).toEqual(after);
  });
});
