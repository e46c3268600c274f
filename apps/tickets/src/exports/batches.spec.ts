import { cutBatches, MAX_BATCH, MAX_BATCH_BYTES } from './batches';

const tickets = (count: number, size: number) =>
  Array.from({ length: count }, (_, index) => ({ id: String(index), size }));

describe('cutBatches', () => {
  it('makes batches of at most 200 tickets, in order and without losing one', () => {
    const batches = [...cutBatches(tickets(450, 10))];
    expect(batches.map(({ length }) => length)).toEqual([MAX_BATCH, MAX_BATCH, 50]);
    expect(batches.flat()).toEqual(tickets(450, 0).map(({ id }) => id));
  });

  it('makes batches of at most 512 KB, and one of a larger ticket alone', () => {
    const half = MAX_BATCH_BYTES / 2;
    const large = { id: 'large', size: 10 * MAX_BATCH_BYTES };
    const [first, second, third] = tickets(3, half);
    const batches = [...cutBatches([first!, second!, large, third!])];
    expect(batches).toEqual([['0', '1'], ['large'], ['2']]);
  });

  it('makes none of nothing', () => {
    expect([...cutBatches([])]).toEqual([]);
  });
});
