import { pathFilter, pathGlob } from './path-glob';

describe('globs on paths', () => {
  test.each([
    ['/docs/*', '/docs/a', true],
    ['/docs/*', '/docs/', true],
    ['/docs/*', '/docs/a/b', false],
    ['/docs/**', '/docs/a/b', true],
    ['/docs/**', '/docs', false],
    ['/**/print', '/a/b/print', true],
    ['/*/print', '/a/b/print', false],
    ['/a*c', '/abbc', true],
    ['/a.b', '/axb', false],
    ['/a?b', '/axb', false],
    ['/(a|b)[c]{d}', '/(a|b)[c]{d}', true],
    ['/Docs', '/docs', false],
    ['/über/*', '/über/uns', true],
    ['', '/', false],
  ])('%s and %s: %s', (glob, path, expected) => {
    expect(pathGlob(glob)(path)).toBe(expected);
  });

  test('a pattern that is slow as a regular expression is not', () => {
    expect(pathGlob(`/${'*a'.repeat(60)}b`)(`/${'a'.repeat(2_000)}`)).toBe(false);
  });

  test('excludePaths win over includePaths, and no includePaths mean all', () => {
    const wanted = pathFilter({ includePaths: ['/docs/**'], excludePaths: ['/docs/old/**'] });
    expect([wanted('/docs/a'), wanted('/docs/old/a'), wanted('/blog')]).toEqual([true, false, false]);
    expect(pathFilter({ includePaths: [], excludePaths: ['/x'] })('/y')).toBe(true);
  });
});
