import readRobots from 'robots-parser';

/** The name that rules in robots.txt may address. */
export const ROBOT_NAME = 'ParleyBot';

/** Bytes of a robots.txt that are read, as RFC 9309 asks for at least. */
export const MAX_ROBOTS_BYTES = 512_000;

/** Characters of a line that is believed: longer ones are no rules that a person wrote, and slow to match. */
const MAX_LINE = 2_048;
/** Wildcards of a rule that is believed. */
const MAX_WILDCARDS = 32;

/** Longest pause between two requests that a site may ask for, in milliseconds. */
const MAX_DELAY_MS = 10_000;

/** What a site's robots.txt says to our crawler. */
export interface RobotRules {
  /** Whether an address of that origin may be requested. */
  allows(url: string): boolean;
  /** Milliseconds between the starts of two requests. */
  delayMs: number;
  /** Absolute addresses of sitemaps that it names, as written, maybe of other origins. */
  sitemaps: readonly string[];
}

const isBelievable = (line: string): boolean =>
  line.length <= MAX_LINE && (line.match(/\*/g)?.length ?? 0) <= MAX_WILDCARDS;

/**
 * Reads a robots.txt by RFC 9309: the group of `ParleyBot`, else that of `*`; the longest matching rule wins, Allow when
 * two are as long; `*` and `$` in paths. An empty text allows everything.
 */
export const parseRobots = (origin: string, text: string): RobotRules => {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter(isBelievable);
  const robots = readRobots(`${origin}/robots.txt`, lines.join('\n'));
  const seconds = robots.getCrawlDelay(ROBOT_NAME) ?? 0;
  return {
    allows: (url) => robots.isAllowed(url, ROBOT_NAME) ?? false,
    delayMs: Math.min(Math.max(seconds * 1_000, 0), MAX_DELAY_MS),
    sitemaps: robots.getSitemaps(),
  };
};

/** The directives of an `X-Robots-Tag` header or a robots meta element that we obey. */
export interface PageDirectives {
  noindex: boolean;
  nofollow: boolean;
}

/** Reads directives such as `noindex, nofollow`; those for other robots (`otherbot: noindex`) are passed over. */
export const readDirectives = (text: string): PageDirectives => {
  let isForUs = true;
  const words = text.split(',').flatMap((part) => {
    const named = /^\s*([\w-]+)\s*:\s*(.*)$/.exec(part);
    // Some directives have values of their own: they name no robot.
    const isName = named && !/^(unavailable_after|max-\w+(-\w+)?)$/i.test(named[1] as string);
    if (isName) isForUs = (named[1] as string).toLowerCase() === ROBOT_NAME.toLowerCase();
    const word = (isName ? (named[2] as string) : part).trim().toLowerCase();
    return isForUs ? [word] : [];
  });
  const says = (...wanted: string[]): boolean => words.some((word) => wanted.includes(word));
  return { noindex: says('noindex', 'none'), nofollow: says('nofollow', 'none') };
};
