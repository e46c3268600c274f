import { preferredLanguage, spoken } from './language';

it.each([
  ['en', 'en'],
  ['EN', 'en'],
  ['pt_br', 'pt-BR'],
  ['fr', undefined],
])('%s is spoken as %s', (sent, known) => expect(spoken(['en', 'pt-BR'], sent)).toBe(known));

it.each<[wanted: string[], found: string]>([
  [['de', 'en'], 'de'],
  [['de-AT', 'en'], 'de'],
  [['pt', 'en'], 'pt-BR'],
  [['fr', 'en-GB'], 'en'],
  [['fr'], 'en'],
  [['zh-HK', 'pt-PT'], 'pt-BR'],
  [['*'], 'en'],
  [[], 'en'],
])('a browser that wants %j reads %s', (wanted, found) => {
  expect(preferredLanguage(wanted, ['en', 'de', 'pt-BR'], 'en')).toBe(found);
});

it.each([
  ['zh-HK', ['en', 'zh'], 'en'],
  ['zh-Hant-TW', ['en', 'zh-CN', 'zh-TW'], 'zh-TW'],
  ['zh-SG', ['en', 'zh-TW', 'zh'], 'zh'],
])('a browser that wants %s reads of %j %s: scripts are not mixed', (wanted, languages, found) => {
  expect(preferredLanguage([wanted], languages, 'en')).toBe(found);
});
