import { type FieldProblem } from '@parley/errors';
import { isBare, mergeLocalised, namesNoLanguage, readLocalised, textReader } from './localised';

const read = (sent: unknown): { change: object; problems: string[] } => {
  const problems: FieldProblem[] = [];
  const change = readLocalised('title', sent, 'de', textReader(5), problems);
  return { change, problems: problems.map(({ field }) => field) };
};

describe('readLocalised', () => {
  it.each(['en', 'pt-BR', 'pt_BR', 'zh-Hans', 'sr-Latn-RS', 'yue'])('takes the language %s', (language) =>
    expect(read({ [language]: 'x' })).toEqual({ change: { [language]: 'x' }, problems: [] }),
  );

  it.each(['', 'e', 'EN', 'english', 'en-', 'en US', 'constructor', '1'])(
    'refuses the language "%s"',
    (language) => expect(read({ [language]: 'x' })).toEqual({ change: {}, problems: [`title.${language}`] }),
  );

  it('puts a bare value under the default language and keeps empty text and null apart', () => {
    expect(read('Titel')).toEqual({ change: { de: 'Titel' }, problems: [] });
    expect(read({ en: '', fr: null })).toEqual({ change: { en: '', fr: null }, problems: [] });
    expect(read({})).toEqual({ change: {}, problems: [] });
  });

  it('names what is wrong', () => {
    expect(read(5).problems).toEqual(['title']);
    expect(read(['x']).problems).toEqual(['title']);
    expect(read({ en: 'longer', de: 5, fr: 'fine' }).problems).toEqual(['title.en', 'title.de']);
  });
});

it.each([
  ['text', true],
  [['list'], true],
  [{ type: 'doc' }, true],
  [{ en: 'x' }, false],
  [{}, false],
])('%j is bare: %s', (value, expected) => {
  expect(isBare(value)).toBe(expected);
  expect(namesNoLanguage(undefined, null, value)).toBe(expected);
});

it('merges by language; null clears one', () => {
  expect(mergeLocalised({ en: 'a', de: 'b' }, { de: null, fr: 'c', en: '' })).toEqual({ en: '', fr: 'c' });
});
