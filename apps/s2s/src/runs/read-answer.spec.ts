import type { DomainError } from '@parley/errors';
import type { Input } from '../core/step';
import { type Answered, checkAlone, readAnswer } from './read-answer';

const options = [
  { id: 'a', label: 'Apple', next: 'apple' },
  { id: 'b', label: 'Pear' },
  { id: 'c', label: 'Plum', next: null },
];
const text: Input = { kind: 'text' };
const one: Input = { kind: 'selection', options };
const several: Input = { kind: 'selection', options, multiple: true };
const files: Input = { kind: 'attachments' };

const read = (input: Input, answered: Partial<Answered>) =>
  readAnswer(input, { attachments: [], ...answered } as Answered);
/** The field at which an answer is refused; undefined when it is taken. */
const wrong = (act: () => unknown): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ kind: 'invalid', reason: 'INVALID_INPUT' });
    return (error as DomainError).fields?.[0]?.field;
  }
};
const refused = (input: Input, answered: Partial<Answered>): string | undefined =>
  wrong(() => read(input, answered));

describe('an answer to a question', () => {
  it('in words has 1 to 10,000 characters, and not only blanks', () => {
    for (const words of ['x', 'x'.repeat(10_000), '👋'.repeat(10_000)])
      expect(read(text, { text: words })).toEqual({
        value: words,
        words: { comment: words },
        next: undefined,
      });
    for (const words of ['', ' \n', 'x'.repeat(10_001), '👋'.repeat(10_001)])
      expect(refused(text, { text: words })).toBe('text');
  });

  it('by a choice is stored as labels, kept as ids, and goes where its option leads', () => {
    expect(read(one, { selection: 'a' })).toEqual({ value: 'a', words: { comment: 'Apple' }, next: 'apple' });
    expect(read(one, { selection: 'b' }).next).toBeUndefined();
    expect(read(one, { selection: 'c' }).next).toBeNull();
    const many = { value: ['b', 'a'], words: { comment: 'Pear, Apple' }, next: 'apple' };
    expect(read(several, { selection: ['b', 'a'] })).toEqual(many);
    expect(read(several, { selection: 'b' }).value).toEqual(['b']);
    for (const selection of ['d', 7, ['a'], {}]) expect(refused(one, { selection })).toBe('selection');
    for (const selection of [[], ['a', 'a'], ['a', 'd'], [['a']]])
      expect(refused(several, { selection })).toBe('selection');
  });

  it.each([
    [{}, [1, 5], [0, 6, 2.5, -1, NaN]],
    [{ min: 0, max: 10 }, [0, 7, 10], [-1, 11, 0.5]],
    [{ min: 3 }, [3, 5], [2, 6]],
    [{ min: 0 }, [0, 5], [6]],
  ])('by a rating %j is a whole number: %j, none of %j', (limits, good, bad) => {
    const input: Input = { kind: 'rating', ...limits };
    for (const rating of good)
      expect(read(input, { rating })).toEqual({
        ...{ value: rating, words: { comment: String(rating) }, next: undefined },
      });
    for (const rating of bad) expect(refused(input, { rating })).toBe('rating');
  });

  it('by files names 1 to 10 addresses that no browser runs', () => {
    const file = { name: 'a.txt', url: 'https://files.example/a.txt', type: undefined };
    const ten = Array.from({ length: 10 }, () => file);
    expect(read(files, { attachments: ten }).value).toEqual(ten.map(({ url }) => url));
    expect(refused(files, { attachments: [...ten, file] })).toBe('attachments');
    expect(refused(files, { attachments: [] })).toBe('text');
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '', `https://x/${'x'.repeat(2_048)}`])
      expect(refused(files, { attachments: [file, { ...file, url }] })).toBe('attachments.1.url');
  });

  it('is of the kind that was asked for, and one', () => {
    expect(refused(text, {})).toBe('text');
    expect(refused(text, { selection: null })).toBe('text');
    expect(refused(text, { rating: 1 })).toBe('rating');
    expect(refused(one, { text: 'a' })).toBe('text');
    expect(refused(text, { text: 'a', rating: 1 })).toBe('rating');
    expect(refused(one, { selection: 'a', text: 'a' })).toBe('selection');
  });

  it('does not stand beside the wish for people', () => {
    const alone = (answered: Partial<Answered>, botAction?: string) =>
      wrong(() =>
        checkAlone({ attachments: [], ...answered, botAction } as Parameters<typeof checkAlone>[0]),
      );
    expect(alone({}, 'humanHandoff')).toBeUndefined();
    expect(alone({ text: 'x' })).toBeUndefined();
    expect(alone({ text: 'x' }, 'humanHandoff')).toBe('text');
    expect(alone({ rating: 0 }, 'humanHandoff')).toBe('rating');
  });
});
