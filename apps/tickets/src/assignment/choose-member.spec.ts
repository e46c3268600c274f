import { type Candidate, chooseMember, isFree } from './choose-member';

const member = (id: string, changes: Partial<Candidate> = {}): Candidate => ({
  id,
  available: true,
  isExcluded: false,
  load: 0,
  turn: 0,
  ...changes,
});
const rules = { method: 'circular', onlyAvailable: false, ticketLimit: undefined };
const [a, b, c] = [member('a'), member('b'), member('c')];

describe('isFree', () => {
  it('asks for availability only when the team does', () => {
    const away = member('a', { available: false });
    expect(isFree(rules, away)).toBe(true);
    expect(isFree({ ...rules, onlyAvailable: true }, away)).toBe(false);
    expect(isFree({ ...rules, onlyAvailable: true }, a)).toBe(true);
  });

  it('holds a limit of 3 at 3 tickets, and 0 always', () => {
    const limited = { ...rules, ticketLimit: 3 };
    expect(isFree(limited, member('a', { load: 2 }))).toBe(true);
    expect(isFree(limited, member('a', { load: 3 }))).toBe(false);
    expect(isFree({ ...rules, ticketLimit: 0 }, a)).toBe(false);
  });

  it('is never true of somebody who is excluded', () => {
    expect(isFree(rules, member('a', { isExcluded: true }))).toBe(false);
  });
});

describe('A circular team', () => {
  it.each([
    ['the first one before any choice', undefined, 'a'],
    ['the next one', { userId: 'a', position: 0 }, 'b'],
    ['the first one after the last', { userId: 'c', position: 2 }, 'a'],
    ['whoever stands where one left', { userId: 'gone', position: 1 }, 'b'],
    ['the first one when the last of the team left', { userId: 'gone', position: 3 }, 'a'],
  ])('chooses %s', (_name, last, id) => {
    expect(chooseMember(rules, [a, b, c], last)?.id).toBe(id);
  });

  it('passes over who is not free, and may come back to the same', () => {
    const only = { ...rules, onlyAvailable: true };
    const away = (id: string) => member(id, { available: false });
    expect(chooseMember(only, [a, away('b'), c], { userId: 'a', position: 0 })?.id).toBe('c');
    expect(chooseMember(only, [a, away('b'), away('c')], { userId: 'a', position: 0 })?.id).toBe('a');
    expect(chooseMember(only, [away('a'), away('b')], undefined)).toBeUndefined();
  });
});

describe('A balanced team', () => {
  const balanced = { ...rules, method: 'balanced' };

  it('chooses the fewest open tickets', () => {
    expect(
      chooseMember(balanced, [member('a', { load: 2 }), member('b', { load: 1 }), c], undefined)?.id,
    ).toBe('c');
  });

  it('chooses among equals the longest since the last choice, who was never chosen first', () => {
    const equal = [member('a', { turn: 7 }), member('b', { turn: 3 }), member('c', { turn: 5 })];
    expect(chooseMember(balanced, equal, undefined)?.id).toBe('b');
    expect(chooseMember(balanced, [...equal, member('d')], undefined)?.id).toBe('d');
  });
});

it('A random team chooses each of the free ones at some time, and nobody else', () => {
  const random = { ...rules, method: 'random', ticketLimit: 1 };
  const members = [a, member('b', { load: 1 }), c];
  const chosen = Array.from({ length: 200 }, () => chooseMember(random, members, undefined)?.id);
  expect([...new Set(chosen)].sort()).toEqual(['a', 'c']);
});

it.each(['manual', 'unheard-of'])('A %s team chooses nobody', (method) => {
  expect(chooseMember({ ...rules, method }, [a], undefined)).toBeUndefined();
});

it('A team of nobody chooses nobody', () => {
  for (const method of ['random', 'balanced', 'circular']) {
    expect(chooseMember({ ...rules, method }, [], { userId: 'a', position: 4 })).toBeUndefined();
  }
});
