import { parseRobots, readDirectives } from './robots';

const ORIGIN = 'https://docs.example.com';
const allows = (robots: string, path: string): boolean =>
  parseRobots(ORIGIN, robots).allows(`${ORIGIN}${path}`);

describe('robots.txt', () => {
  test('the group of ParleyBot is followed, whatever its case, else that of *', () => {
    const robots = 'User-agent: *\nDisallow: /\n\nUser-agent: parleybot\nDisallow: /secret\n';
    expect(allows(robots, '/open')).toBe(true);
    expect(allows(robots, '/secret/page')).toBe(false);
    expect(allows('User-agent: *\nDisallow: /private', '/private/a')).toBe(false);
    expect(allows('User-agent: OtherBot\nDisallow: /', '/private/a')).toBe(true);
  });

  test('groups of the same robot are one', () => {
    const robots =
      'User-agent: ParleyBot\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: ParleyBot\nDisallow: /b';
    expect([allows(robots, '/a'), allows(robots, '/b'), allows(robots, '/c')]).toEqual([false, false, true]);
  });

  test('the longest matching rule wins, in whatever order', () => {
    const robots = 'User-agent: *\nAllow: /docs/open\nDisallow: /docs\nAllow: /\n';
    expect(allows(robots, '/docs/open/1')).toBe(true);
    expect(allows(robots, '/docs/closed')).toBe(false);
    expect(allows(robots, '/else')).toBe(true);
  });

  test('Allow wins on a tie', () => {
    expect(allows('User-agent: *\nDisallow: /page\nAllow: /page', '/page')).toBe(true);
    expect(allows('User-agent: *\nAllow: /page\nDisallow: /page', '/page')).toBe(true);
  });

  test('* stands for any characters and $ for the end', () => {
    const robots = 'User-agent: *\nDisallow: /*.pdf$\nDisallow: /a/*/c';
    expect(allows(robots, '/files/x.pdf')).toBe(false);
    expect(allows(robots, '/files/x.pdf?download')).toBe(true);
    expect(allows(robots, '/a/b/b/c/d')).toBe(false);
    expect(allows(robots, '/a/c')).toBe(true);
  });

  test('an empty Disallow, an empty file and an HTML page allow everything', () => {
    expect(allows('User-agent: *\nDisallow:', '/x')).toBe(true);
    expect(allows('', '/x')).toBe(true);
    expect(allows('<!doctype html><p>Not found</p>', '/x')).toBe(true);
  });

  test('the query counts, comments do not, and a byte order mark hides no group', () => {
    const robots = '\uFEFFUser-agent: * # all\nDisallow: /find?q= # searches\n';
    expect(allows(robots, '/find?q=a')).toBe(false);
    expect(allows(robots, '/find')).toBe(true);
  });

  test('percent-encoded and plain characters beyond ASCII are the same', () => {
    expect(allows('User-agent: *\nDisallow: /über', '/%C3%BCber')).toBe(false);
  });

  test('Crawl-delay is kept up to 10 s', () => {
    expect(parseRobots(ORIGIN, 'User-agent: *\nCrawl-delay: 1.5').delayMs).toBe(1_500);
    expect(parseRobots(ORIGIN, 'User-agent: *\nCrawl-delay: 3600').delayMs).toBe(10_000);
    expect(parseRobots(ORIGIN, 'User-agent: *\nCrawl-delay: -5').delayMs).toBe(0);
    expect(parseRobots(ORIGIN, 'User-agent: *\nCrawl-delay: soon').delayMs).toBe(0);
  });

  test('sitemaps are named outside of groups', () => {
    const robots = `Sitemap: ${ORIGIN}/a.xml\nUser-agent: x\nDisallow: /\nSitemap: ${ORIGIN}/b.xml`;
    expect(parseRobots(ORIGIN, robots).sitemaps).toEqual([`${ORIGIN}/a.xml`, `${ORIGIN}/b.xml`]);
  });

  test('addresses of another origin are not allowed by it', () => {
    expect(parseRobots(ORIGIN, '').allows('https://other.example.com/')).toBe(false);
  });

  test('rules of unreasonable length or with hundreds of wildcards are passed over', () => {
    const robots = `User-agent: *\nDisallow: /${'*a'.repeat(400)}\nDisallow: /${'b'.repeat(5_000)}\nDisallow: /c`;
    expect(allows(robots, `/${'a'.repeat(2_000)}`)).toBe(true);
    expect(allows(robots, '/c')).toBe(false);
  });
});

describe('directives of a page', () => {
  test.each([
    ['noindex', { noindex: true, nofollow: false }],
    ['index, NoFollow', { noindex: false, nofollow: true }],
    ['none', { noindex: true, nofollow: true }],
    ['all', { noindex: false, nofollow: false }],
    ['otherbot: noindex, nofollow', { noindex: false, nofollow: false }],
    ['otherbot: noindex, parleybot: nofollow', { noindex: false, nofollow: true }],
    ['unavailable_after: 2030-01-01, noindex', { noindex: true, nofollow: false }],
    ['max-snippet: 20, noindex', { noindex: true, nofollow: false }],
  ])('%s', (text, expected) => {
    expect(readDirectives(text)).toEqual(expected);
  });
});
