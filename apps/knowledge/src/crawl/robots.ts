import { compilePaths, type PathRule } from './robot-paths';

/** The name that rules in robots.txt may address. */
export const ROBOT_NAME = 'ParleyBot';

/** Bytes of a robots.txt that are read, as RFC 9309 asks for at least. */
export const MAX_ROBOTS_BYTES = 512_000;

/** Characters of a line that is used: longer ones are no rules that a person wrote, and slow to match. */
const MAX_LINE = 2_048;
/** Wildcards of a rule that is used. */
const MAX_WILDCARDS = 32;

/** Longest pause between two requests that a site may ask for, in milliseconds. */
const MAX_DELAY_MS = 10_000;

/** Robots with groups that we follow. */
const NAMES = new Set([ROBOT_NAME.toLowerCase(), '*']);

/** The rules of a site's robots.txt for our crawler. */
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

/** The rules for one robot. */
interface Group {
  rules: PathRule[];
  /** Seconds. */
  delay: number | undefined;
}

/** Field and value of each line that has both. */
const parseFields = (text: string): [field: string, value: string][] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter(isBelievable)
    .flatMap((line) => {
      const [field = '', ...value] = (line.split('#', 1)[0] as string).split(':');
      return value.length === 0 || field.trim() === ''
        ? []
        : [[field.trim().toLowerCase(), value.join(':').trim()]];
    });

/** The name of a robot, without its version. */
const readRobotName = (value: string): string => (value.toLowerCase().split('/', 1)[0] as string).trim();

/** The groups of our robot and of all, by name, and the sitemaps. Groups of the same robot are one. */
const read = (text: string): { groups: Map<string, Group>; sitemaps: string[] } => {
  const groups = new Map<string, Group>();
  const sitemaps: string[] = [];
  let names = new Set<string>();
  let isNaming = false;
  // A group without rules does not exist: the rules for all robots apply.
  const current = (): Group[] =>
    [...names].map((name) => {
      const group = groups.get(name) ?? { rules: [], delay: undefined };
      groups.set(name, group);
      return group;
    });
  for (const [field, value] of parseFields(text)) {
    if (field === 'user-agent') {
      if (!isNaming) names = new Set();
      if (NAMES.has(readRobotName(value))) names.add(readRobotName(value));
    } else if (field === 'sitemap' && value !== '') sitemaps.push(value);
    else if (field === 'crawl-delay') {
      for (const group of current()) if (!Number.isNaN(Number(value))) group.delay = Number(value);
    } else if (field === 'allow' || field === 'disallow') {
      for (const group of current())
        if (value !== '') group.rules.push({ pattern: value, isAllowed: field === 'allow' });
    }
    isNaming = field === 'user-agent';
  }
  return { groups, sitemaps };
};

/**
 * Reads a robots.txt by RFC 9309: the group of `ParleyBot`, else that of `*`; the longest matching rule wins, Allow when
 * two are as long; `*` and `$` in paths. An empty text allows everything.
 */
export const parseRobots = (origin: string, text: string): RobotRules => {
  const { groups, sitemaps } = read(text);
  const group = groups.get(ROBOT_NAME.toLowerCase()) ?? groups.get('*');
  const isAllowed = compilePaths(group?.rules ?? []);
  return {
    allows: (url) => {
      if (!URL.canParse(url)) return false;
      const { origin: own, pathname, search } = new URL(url);
      return own === origin && isAllowed(`${pathname}${search}`);
    },
    delayMs: Math.min(Math.max((group?.delay ?? 0) * 1_000, 0), MAX_DELAY_MS),
    sitemaps,
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
    const named = /^\s*([\w-]+)\s*:([^]*)$/.exec(part);
    // Some directives have values of their own: they name no robot.
    const isName = named && !/^(unavailable_after|max-\w+(-\w+)?)$/i.test(named[1] as string);
    if (isName) isForUs = (named[1] as string).toLowerCase() === ROBOT_NAME.toLowerCase();
    const word = (isName ? (named[2] as string) : part).trim().toLowerCase();
    return isForUs ? [word] : [];
  });
  const says = (...wanted: string[]): boolean => words.some((word) => wanted.includes(word));
  return { noindex: says('noindex', 'none'), nofollow: says('nofollow', 'none') };
};
