import { FIRST_RANK, rankAfter } from './lexorank';

describe('rankAfter', () => {
  it.each([
    ['i', 'j'],
    ['9', 'a'],
    ['y', 'z'],
    ['z', 'z0001'],
    ['zi', 'zj'],
    ['zz', 'zz0001'],
    ['z000z', 'z0010'],
    ['z9zzz', 'za000'],
    ['0|hzzzzz:', '0|hzzzzza'],
    ['|', '|0001'],
    ['z|:9', 'z|:a'],
    ['Z', 'a'],
  ])('of "%s" is "%s"', (last, next) => {
    expect(rankAfter(last)).toBe(next);
    expect(next > last).toBe(true);
  });

  it('sorts after its predecessor 100,000 times in a row and stays short', () => {
    let rank = FIRST_RANK;
    let isRising = true;
    for (let count = 0; count < 100_000; count += 1) {
      const next = rankAfter(rank);
      isRising &&= next > rank;
      rank = next;
    }
    expect(isRising).toBe(true);
    expect(rank).toHaveLength(5);
  });
});
