import fc from 'fast-check';
import { FIRST_RANK, rankAfter } from './lexorank';
import { MAX_RANK, rankBetween, spreadRanks } from './rank-between';

const arbitraryRank = (characters: string, maxLength: number) =>
  fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength }).map((chosen) => chosen.join(''));

const OWN = '0123456789abcdefghijklmnopqrstuvwxyz';
const FOREIGN = `${OWN}ABCDEFGHIJKLMNOPQRSTUVWXYZ|:`;

/** Byte order: of ASCII texts it is that of JavaScript. */
const ascending = (one: string, other: string): number => (one < other ? -1 : 1);

const arbitraryPair = (rank: fc.Arbitrary<string>) =>
  fc
    .uniqueArray(rank, { minLength: 2, maxLength: 2 })
    .map((two) => two.sort(ascending) as [low: string, high: string]);

/** Whether nothing at all is between: the second is the first and lowest digits. */
const isNarrow = (low: string, high: string): boolean =>
  high.startsWith(low) && /^0+$/.test(high.slice(low.length));

/** How often something fits between two, always directly after the first or directly before the second. */
const countInsertions = (low: string, high: string, side: 'first' | 'second', most: number): number => {
  let [from, to] = [low, high];
  for (let count = 0; count < most; count += 1) {
    const rank = rankBetween(from, to);
    if (rank === undefined) return count;
    [from, to] = side === 'first' ? [from, rank] : [rank, to];
  }
  return most;
};

/** Places in an order, of which some are chosen by chance. */
const PLACES = 1_000_000;

describe('rankBetween', () => {
  it.each([
    ['a', 'c', 'b'],
    ['i', 'j', 'ii'],
    ['i', 'ii', 'i9'],
    ['i', 'i1', 'i0i'],
    ['1', '9', '5'],
    ['z', 'z0001', 'z0000i'],
    ['Z', 'a', 'Zi'],
    ['9', 'A', '9i'],
    ['0|hzzzzz:', '0|hzzzzza', '0|hzzzzz:i'],
    ['A', 'B', 'Ai'],
    ['y|', 'z', 'y|i'],
  ])('of "%s" and "%s" is "%s"', (low, high, between) => {
    expect(rankBetween(low, high)).toBe(between);
  });

  it.each([
    [undefined, undefined, FIRST_RANK],
    [undefined, 'i', 'h'],
    [undefined, '1', '0zzzz'],
    [undefined, '10', '0z'],
    [undefined, '00001', '00000zzzz'],
    [undefined, '|', 'z'],
    ['i', undefined, 'j'],
    ['z', undefined, 'z0001'],
    [`b${'z'.repeat(254)}`, undefined, `c${'0'.repeat(63)}`],
  ])('of the ends "%s" and "%s" is "%s"', (low, high, between) => {
    expect(rankBetween(low, high)).toBe(between);
  });

  it.each([
    ['i', 'i0'],
    ['i', 'i000'],
    ['i', 'i'],
    ['j', 'i'],
    [undefined, '0'],
    [undefined, '000'],
    [undefined, ''],
    ['i', ''],
    ['z'.repeat(MAX_RANK), undefined],
    ['|'.repeat(255), undefined],
  ])('is undefined when nothing fits between "%s" and "%s"', (low, high) => {
    expect(rankBetween(low, high)).toBeUndefined();
  });

  it('sorts between any two ranks of our own, has 0-9a-z only and does not end where nothing fits before it', () => {
    fc.assert(
      fc.property(arbitraryPair(arbitraryRank(OWN, 12)), ([low, high]) => {
        const rank = rankBetween(low, high);
        if (isNarrow(low, high)) return rank === undefined;
        return rank !== undefined && low < rank && rank < high && /^[0-9a-z]*[1-9a-z]$/.test(rank);
      }),
      { numRuns: 5_000 },
    );
  });

  it('sorts between any two ranks of other makers too, or is undefined', () => {
    fc.assert(
      fc.property(arbitraryPair(arbitraryRank(FOREIGN, 255)), ([low, high]) => {
        const rank = rankBetween(low, high);
        return rank === undefined || (low < rank && rank < high && rank.length <= MAX_RANK);
      }),
      { numRuns: 5_000 },
    );
    fc.assert(
      fc.property(
        arbitraryPair(arbitraryRank(FOREIGN, MAX_RANK - 2)),
        ([low, high]) => isNarrow(low, high) || rankBetween(low, high) !== undefined,
      ),
      { numRuns: 5_000 },
    );
  });

  it('adds nothing but digits of base 36 to what the neighbours share', () => {
    fc.assert(
      fc.property(arbitraryPair(arbitraryRank(FOREIGN, 20)), ([low, high]) => {
        const rank = rankBetween(low, high) ?? '';
        const own = [...rank].findIndex((_, index) => {
          const start = rank.slice(0, index + 1);
          return !low.startsWith(start) && !high.startsWith(start);
        });
        return /^[0-9a-z]*$/.test(rank.slice(own));
      }),
      { numRuns: 5_000 },
    );
  });

  it('sorts before and after any rank, or is undefined', () => {
    fc.assert(
      fc.property(arbitraryRank(FOREIGN, 255), (rank) => {
        const [before, after] = [rankBetween(undefined, rank), rankBetween(rank, undefined)];
        expect([before ?? '', after ?? ''].every((text) => text.length <= MAX_RANK)).toBe(true);
        return (before === undefined || before < rank) && (after === undefined || after > rank);
      }),
      { numRuns: 5_000 },
    );
  });

  it('takes 100,000 additions at either end with 13 characters at most', () => {
    let [first, last] = [FIRST_RANK, FIRST_RANK];
    let isOrdered = true;
    for (let count = 0; count < 100_000; count += 1) {
      const [lower, higher] = [rankBetween(undefined, first) ?? '', rankBetween(last, undefined) ?? ''];
      isOrdered &&= lower !== '' && lower < first && higher > last;
      [first, last] = [lower, higher];
    }
    expect(isOrdered).toBe(true);
    expect(Math.max(first.length, last.length)).toBeLessThanOrEqual(13);
  });

  it.each(['first', 'second'] as const)('takes 200 additions beside the %s of two neighbours', (side) => {
    expect(countInsertions('i', rankAfter('i'), side, 200)).toBe(200);
  });

  it('keeps a total order under 3,000 additions at places of chance', () => {
    fc.assert(
      fc.property(
        // Without bias: one gap that is chosen hundreds of times is full, and a board spreads its ranks anew then.
        fc.array(fc.noBias(fc.nat(PLACES)), { minLength: 3_000, maxLength: 3_000 }),
        (places) => {
          const ranks: string[] = [];
          for (const place of places) {
            const at = Math.floor((place / PLACES) * ranks.length);
            ranks.splice(at, 0, rankBetween(ranks[at - 1], ranks[at]) ?? '');
          }
          return ranks.every((rank, at) => rank !== '' && rank > (ranks[at - 1] ?? ''));
        },
      ),
      // Smaller counterexamples of 3,000 numbers take minutes to find and say no more.
      { numRuns: 5, endOnFailure: true },
    );
  });
});

describe('spreadRanks', () => {
  it('answers so many ranks in order between two of whatever maker', () => {
    fc.assert(
      fc.property(
        arbitraryPair(arbitraryRank(FOREIGN, 30)).filter(([low, high]) => !isNarrow(low, high)),
        fc.integer({ min: 0, max: 500 }),
        ([low, high], count) => {
          const ranks = spreadRanks(low, high, count) ?? [];
          const all = [low, ...ranks, high];
          return ranks.length === count && all.every((rank, at) => at === 0 || rank > (all[at - 1] ?? ''));
        },
      ),
    );
  });

  it.each([
    ['h', 'i', 500],
    [undefined, 'i', 500],
    ['i', undefined, 500],
    [undefined, undefined, 1_000],
  ])('leaves room for 100 more in every gap between "%s" and "%s"', (low, high, count) => {
    const ranks = spreadRanks(low, high, count) ?? [];
    expect(ranks).toHaveLength(count);
    const places = ranks.slice(1).map((rank, at) => [ranks[at] ?? '', rank] as const);
    for (const side of ['first', 'second'] as const)
      expect(places.filter(([from, to]) => countInsertions(from, to, side, 100) < 100)).toEqual([]);
    expect(Math.max(...ranks.map(({ length }) => length))).toBeLessThanOrEqual(6);
  });

  it('is undefined when they do not fit', () => {
    expect(spreadRanks('i', 'i0', 1)).toBeUndefined();
    expect(spreadRanks(undefined, '0', 1)).toBeUndefined();
    expect(spreadRanks('z'.repeat(MAX_RANK - 1), 'z'.repeat(MAX_RANK), 50)).toBeUndefined();
    expect(spreadRanks('i', 'i0', 0)).toEqual([]);
  });
});
