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
  [['*'], 'en'],
  [[], 'en'],
])('a browser that wants %j reads %s', (wanted, found) => {
  expect(preferredLanguage(wanted, ['en', 'de', 'pt-BR'], 'en')).toBe(found);
});
