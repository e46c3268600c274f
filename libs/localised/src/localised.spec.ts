import type { FieldProblem } from '@parley/errors';
import { acceptedLanguages, findAccepted, sharesScript } from './languages';
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

describe('acceptedLanguages', () => {
  it.each([
    ['de-AT', ['de-at', 'de-latn-at', 'de-latn', 'de']],
    ['zh-HK', ['zh-hk', 'zh-hant-hk', 'zh-hant']],
    ['zh_Hant_TW', ['zh-hant-tw', 'zh-hant', 'zh-tw']],
    ['sr-Latn', ['sr-latn', 'sr-latn-rs']],
  ])('of %s are %j', (code, accepted) => {
    expect(new Set(acceptedLanguages(code))).toEqual(new Set(accepted));
    expect(acceptedLanguages(code)[0]).toBe(accepted[0]);
  });

  it.each([
    ['zh-Hant-TW', ['zh', 'zh-CN', 'zh-Hans', 'en'], undefined],
    ['zh-HK', ['zh', 'zh-Hans', 'zh-Hant'], 'zh-Hant'],
    ['zh-Hant', ['zh', 'zh-TW'], 'zh-TW'],
    ['zh-CN', ['zh-Hant', 'zh'], 'zh'],
    ['zh', ['zh-TW', 'zh-Hans'], 'zh-Hans'],
    ['pt_BR', ['en', 'pt'], 'pt'],
    ['sr-Latn-RS', ['sr', 'sr-Latn'], 'sr-Latn'],
    ['de-AT-1996', ['de-AT', 'de'], 'de-AT'],
    ['x', ['x', 'en'], 'x'],
  ])('a reader of %s takes of %j %s', (wanted, codes, found) =>
    expect(findAccepted(codes, wanted)).toBe(found),
  );
});

it.each([
  ['zh-TW', 'zh-Hant', true],
  ['zh-HK', 'zh', false],
  ['pt', 'pt-BR', true],
  ['de', 'en', false],
  ['x', 'y', false],
])('%s and %s share a script: %s', (one, other, expected) => expect(sharesScript(one, other)).toBe(expected));
