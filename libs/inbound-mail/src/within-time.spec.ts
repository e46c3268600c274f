import { withinTime } from './within-time';

describe('work within a time', () => {
  it('answers its result', () => expect(withinTime(1_000, () => [1])).toEqual([1]));

  it('throws what it throws', () => {
    const failure = new Error('no');
    expect(() =>
      withinTime(1_000, () => {
        throw failure;
      }),
    ).toThrow(failure);
  });

  it('stops a regular expression that would never end', () => {
    expect(withinTime(50, () => /^(a+)+$/.test(`${'a'.repeat(60)}b`))).toBeUndefined();
  });
});
