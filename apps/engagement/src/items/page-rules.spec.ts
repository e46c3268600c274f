import type { PageRule } from '../core/item';
import { pageTest } from './page-rules';

const rule = (pageFilterType: string, pageFilter?: string): PageRule => ({
  pageFilterType,
  ...(pageFilter !== undefined && { pageFilter }),
});
const URL = 'https://shop.example/Pricing/42?plan=Pro#top';

const showsOn = (rules: Parameters<ReturnType<typeof pageTest>>[0], url: string | undefined): boolean =>
  pageTest(url)(rules);

describe('pageTest', () => {
  it('is on every page without rules', () => {
    expect(showsOn([], URL)).toBe(true);
    expect(showsOn([], undefined)).toBe(true);
  });

  it.each([
    ['is', URL, URL, true],
    ['is', 'https://a.example/b/', 'https://a.example/b', true],
    ['is', 'https://a.example/b', 'https://a.example/b/', true],
    ['is', 'https://a.example/B', 'https://a.example/b', false],
    ['is', 'https://a.example/', 'https://a.example/b', false],
    ['isnot', 'https://a.example/b/', 'https://a.example/b', false],
    ['isnot', 'https://a.example/c', 'https://a.example/b', true],
    ['contains', '/pricing/', URL, true],
    ['contains', 'PLAN=pro', URL, true],
    ['contains', '/prices', URL, false],
    ['contains', '/pricing/{id}', URL, true],
    ['contains', '/pricing/{id}?plan={plan}#', URL, true],
    ['contains', '/pricing{id}?', URL, false],
    ['contains', '/{id}/{id}/', URL, true],
    ['contains', '/{id}/{id}/{id}/', URL, false],
    ['contains', '{a}{b}{c}', 'ab', false],
    ['contains', '{a}{b}', 'ab', true],
    ['contains', '/a/{id}/b', '/a//b', false],
    ['contains', 'a.c', 'abc', false],
    ['contains', '{not a word}', 'https://a.example/{not a word}', true],
    ['notcontains', '/pricing/{id}', URL, false],
    ['notcontains', '/blog', URL, true],
    ['startswith', 'https://shop.example/P', URL, true],
    ['startswith', 'https://shop.example/p', URL, false],
    ['endswith', '#top', URL, true],
    ['endswith', '#TOP', URL, false],
  ])('%s %s: %s → %s', (type, filter, url, expected) => {
    expect(showsOn([rule(type, filter)], url)).toBe(expected);
  });

  it('empty holds without an address, notempty with one; both ignore the filter', () => {
    expect(showsOn([rule('empty', 'x')], undefined)).toBe(true);
    expect(showsOn([rule('empty')], '')).toBe(true);
    expect(showsOn([rule('empty')], URL)).toBe(false);
    expect(showsOn([rule('notempty', 'x')], URL)).toBe(true);
    expect(showsOn([rule('notempty')], undefined)).toBe(false);
  });

  it('without an address no other positive rule holds, and every negative one does', () => {
    for (const type of ['is', 'contains', 'startswith', 'endswith'])
      expect(showsOn([rule(type, 'a')], undefined)).toBe(false);
    for (const type of ['isnot', 'notcontains']) expect(showsOn([rule(type, 'a')], undefined)).toBe(true);
  });

  it('any positive rule is enough; all negative ones must hold', () => {
    expect(showsOn([rule('contains', '/blog'), rule('contains', '/pricing')], URL)).toBe(true);
    expect(showsOn([rule('contains', '/pricing'), rule('notcontains', 'plan')], URL)).toBe(false);
    expect(showsOn([rule('isnot', 'https://other.example'), rule('notcontains', '/blog')], URL)).toBe(true);
    expect(showsOn([rule('notcontains', '/blog'), rule('notcontains', 'plan')], URL)).toBe(false);
  });

  it.each([undefined, ''])('a rule with the filter %j counts as not there', (filter) => {
    for (const type of ['is', 'isnot', 'contains', 'notcontains', 'startswith', 'endswith'])
      expect(showsOn([rule(type, filter)], URL)).toBe(true);
  });

  it('looks at the longest filter of placeholders in time that does not explode', () => {
    const filter = `${'{a}x'.repeat(500)}!`;
    expect(showsOn([rule('contains', filter)], 'x'.repeat(4_096))).toBe(false);
  });
});
