import { readDirectory, pageUrl, readPath } from './page-url';

test.each([
  ['https://a.example/x#part', 'https://a.example/x'],
  ['https://a.example/x?utm_source=mail&b=2&UTM_Medium=x', 'https://a.example/x?b=2'],
  ['https://a.example/x?utm_source=mail', 'https://a.example/x'],
  ['https://a.example/x?b=%7e1', 'https://a.example/x?b=%7e1'],
  ['HTTPS://A.example:443', 'https://a.example/'],
  ['/sub/../page', 'https://base.example/page'],
  ['mailto:a@example.com', undefined],
  ['javascript:alert(1)', undefined],
  ['https://user:pw@a.example/', undefined],
  [`https://a.example/${'x'.repeat(2_048)}`, undefined],
])('%s is kept as %s', (text, expected) => {
  expect(pageUrl(text, 'https://base.example/dir/page')).toBe(expected);
});

test('the directory of an address ends at its last slash', () => {
  expect(readDirectory('https://a.example/docs/start.html?x=/1')).toBe('https://a.example/docs/');
  expect(readDirectory('https://a.example/docs/')).toBe('https://a.example/docs/');
});

test('paths are compared as people write them', () => {
  expect(readPath('https://a.example/%C3%BCber%20uns')).toBe('/über uns');
  expect(readPath('https://a.example/%E0%A4%A')).toBe('/%E0%A4%A');
});
