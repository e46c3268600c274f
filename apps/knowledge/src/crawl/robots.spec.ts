import { assert, constantFrom, array, property, string } from 'fast-check';
import readRobots from 'robots-parser';
import { parseRobots, readDirectives, ROBOT_NAME } from './robots';

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

describe('what a site may write to keep us busy', () => {
  /** Milliseconds of this process, not of those beside it. */
  const measureCost = (work: () => void): number => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  const walls: [string, string, string][] = [
    ['wildcards', `Disallow: /${'*a'.repeat(32)}*b\n`.repeat(4_000), `/${'a'.repeat(1_500)}`],
    ['parts that nearly fit', `Disallow: /*${'a'.repeat(900)}b\n`.repeat(500), `/${'a'.repeat(2_000)}`],
    [
      'paths of all lengths',
      Array.from({ length: 900 }, (_, n) => `Disallow: /${'a'.repeat(n)}b\n`).join(''),
      `/${'a'.repeat(1_500)}`,
    ],
    [
      'many paths',
      Array.from({ length: 40_000 }, (_, n) => `Allow: /${n}\n`).join(''),
      `/x${'a'.repeat(1_500)}`,
    ],
  ];
  test.each(walls)(
    '%s: 30 addresses take no longer than reading the file ten times, or 1 s',
    (_name, rules, path) => {
      const text = `User-agent: *\n${rules}`.slice(0, 512_000);
      let robots = parseRobots(ORIGIN, '');
      const reading = measureCost(() => (robots = parseRobots(ORIGIN, text)));
      const matching = measureCost(() => {
        for (let link = 0; link < 30; link += 1) robots.allows(`${ORIGIN}${path}${link}`);
      });
      expect(matching).toBeLessThan(Math.max(1_000, 10 * reading));
    },
  );

  test('what it says is what the parser of the field says, for any small file and address', () => {
    const line = array(
      constantFrom('User-agent: *', 'User-agent: ParleyBot/2', 'User-agent: x', 'Crawl-delay: 2', '# x', ''),
      { maxLength: 2 },
    );
    const path = string({
      unit: constantFrom('a', 'b', '/', '*', '$', '?', '%', '2', 'f', 'F', 'é'),
      maxLength: 8,
    });
    const rule = array(constantFrom('Allow', 'Disallow', ' disallow '), { minLength: 1, maxLength: 1 });
    assert(
      property(
        array(array(line, { maxLength: 1 }), { maxLength: 4 }),
        array(rule),
        array(path),
        path,
        (heads, kinds, paths, asked) => {
          const rules = kinds.map(([kind], n) => `${kind}: /${paths[n] ?? ''}`);
          const lines = heads.flat(2).flatMap((head, n) => [head, ...rules.slice(n * 3, n * 3 + 3)]);
          const text = [...lines, 'User-agent: *', ...rules].join('\n');
          const url = `${ORIGIN}/${asked.replaceAll('%', '%25')}`;
          const theirs = readRobots(`${ORIGIN}/robots.txt`, text);
          const ours = parseRobots(ORIGIN, text);
          expect([text, url, ours.allows(url)]).toEqual([text, url, theirs.isAllowed(url, ROBOT_NAME)]);
          expect(ours.delayMs).toBe((theirs.getCrawlDelay(ROBOT_NAME) ?? 0) * 1_000);
        },
      ),
      { numRuns: 3_000 },
    );
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
