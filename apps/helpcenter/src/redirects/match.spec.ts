import fc from 'fast-check';
import { matchPattern, fillTarget } from './match';

describe('a pattern (6)', () => {
  it.each<[string, string, string[] | undefined]>([
    ['/old/*', '/old/a', ['a']],
    ['/old/*', '/old/', ['']],
    ['/old/*', '/old/a/b/c', ['a/b/c']],
    ['/old/*', '/older', undefined],
    ['/*/x/*', '/a/x/b/x/c', ['a', 'b/x/c']],
    ['/a*b*c', '/abbc', ['', 'b']],
    ['/a*b*c', '/a1b2b3c', ['1', '2b3']],
    ['*', '/anything', ['/anything']],
    ['/*.html', '/page.html', ['page']],
    ['/*.html', '/page.htm', undefined],
    ['/a*a', '/a', undefined],
    ['/a**b', '/axb', ['', 'x']],
    ['/Old/*', '/old/a', undefined],
    ['/a b/*', '/a%20b/c%C3%BC', ['cü']],
    ['/a%20b/*', '/a b/c', ['c']],
    ['/old', '/old/', []],
    ['/old/*', '/old/a?b=c#d', ['a']],
    ['https://Help.example.com/*', 'https://help.example.com:443/a', ['a']],
    ['https://help.example.com/*', '/a', undefined],
    ['/*', 'https://help.example.com/a', undefined],
  ])('%s of %s holds %j', (pattern, asked, held) => {
    expect(matchPattern(pattern, asked)).toEqual(held);
  });

  it('holds from the left as little as it can: as a lazy expression does, and fast', () => {
    const letter = fc.constantFrom('a', 'b', '/');
    const text = fc.string({ unit: letter, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 6 }), text, (pieces, rest) => {
        const pattern = `/${pieces.join('*')}`;
        const asked = `/${rest}x`;
        const expression = new RegExp(`^${pattern.replaceAll('*', '(.*?)')}$`, 's');
        expect(matchPattern(pattern, asked)).toEqual(expression.exec(asked)?.slice(1));
      }),
    );
    expect(matchPattern(`/${'a*'.repeat(5)}b`, `/${'a'.repeat(2_000)}`)).toBeUndefined();
  });
});

describe('the target of a pattern (6)', () => {
  const target = (newUrl: string, ...held: string[]): string =>
    fillTarget({ oldUrl: '/*', newUrl, matchType: 'pattern' }, held);

  it.each([
    ['/new/$1', ['a/b'], '/new/a/b'],
    ['/$2/$1', ['a', 'b'], '/b/a'],
    ['/$1', ['/evil.example'], '/evil.example'],
    ['/$1', ['//evil.example'], '/evil.example'],
    ['/$1', ['\\evil.example'], '/%5Cevil.example'],
    ['/$1/$2', ['', 'evil.example'], '/evil.example'],
    ['/a$1', ['\n\t'], '/a%0A%09'],
    ['/a/$1', ['ü b'], '/a/%C3%BC%20b'],
    ['/a/$1', ['100%?#'], '/a/100%25%3F%23'],
    ['https://example.com/$1', ['/x'], 'https://example.com//x'],
    ['https://example.com/?to=$1', ['@evil.example'], 'https://example.com/?to=@evil.example'],
  ])('%s with %j is %s', (newUrl, held, expected) => {
    expect(target(newUrl, ...held)).toBe(expected);
  });

  it('has the host of the target whatever is put in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        for (const newUrl of [
          '/$1',
          '/$1/$2',
          '/a$1',
          'https://example.com/$1',
          'https://example.com?$2#$1',
        ]) {
          const url = new URL(target(newUrl, one, other), 'https://example.com/here');
          expect(url.origin).toBe('https://example.com');
        }
      }),
    );
  });

  it('takes stars and numbers of an exact redirect for plain characters', () => {
    expect(fillTarget({ oldUrl: '/*', newUrl: '/$1', matchType: 'exact' }, [])).toBe('/$1');
  });
});
