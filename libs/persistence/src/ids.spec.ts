import { makeFirstId, isId, newId, timeOfId } from './ids';

describe('newId', () => {
  it('gives 24 lower-case hex digits that sort by creation', () => {
    const ids = Array.from({ length: 100_000 }, () => newId());
    expect(ids.every(isId)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
  });

  it('never goes back when the clock does', () => {
    const later = newId(Date.now() + 5_000);
    expect(newId(Date.now()) > later).toBe(true);
  });

  it('carries its time', () => {
    const at = Date.now() + 60_000;
    expect(timeOfId(newId(at)).getTime()).toBe(at);
  });
});

describe('makeFirstId', () => {
  it('lies between what was made before a time and what is made at it', () => {
    const at = Date.now() + 120_000;
    const [before, within] = [newId(at - 1), newId(at)];
    expect(isId(makeFirstId(at))).toBe(true);
    expect([within, makeFirstId(at), before].sort()).toEqual([before, makeFirstId(at), within]);
    expect(makeFirstId(-1)).toBe('0'.repeat(24));
  });
});
