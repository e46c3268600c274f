import { FIRST_RANK, rankAfter } from './lexorank';

describe('rankAfter', () => {
  it.each([
    ['i', 'j'],
    ['9', 'a'],
    ['y', 'z'],
    ['z', 'zi'],
    ['zi', 'zj'],
    ['zz', 'zzi'],
    ['ii', 'j'],
    ['0|hzzzzz:', '1'],
    ['|', '|i'],
    ['z|:9', 'z|a'],
    ['Z', 'a'],
  ])('of "%s" is "%s"', (last, next) => {
    expect(rankAfter(last)).toBe(next);
  });

  it('sorts after its predecessor 1,000 times in a row and grows by one digit in 18', () => {
    let rank = FIRST_RANK;
    for (let count = 0; count < 1_000; count += 1) {
      const next = rankAfter(rank);
      expect(next > rank).toBe(true);
      rank = next;
    }
    expect(rank).toHaveLength(56);
  });
});
