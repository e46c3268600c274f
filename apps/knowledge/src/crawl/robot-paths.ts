/** Rules of a robots.txt that are used: plain paths, and those with wildcards, which take more time. */
const MAX_RULES = { plain: 20_000, withWildcards: 500 };

/** One line of a group. */
export interface PathRule {
  /** As it stands in the file. */
  pattern: string;
  isAllowed: boolean;
}

/** Percent-encodes what must be, as addresses have it. */
const encoded = (pattern: string): string => {
  try {
    return upperEscapes(encodeURI(pattern).replaceAll('%25', '%'));
  } catch {
    return pattern;
  }
};

const upperEscapes = (path: string): string =>
  path.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());

/**
 * Whether a path begins with a pattern: `*` is any characters, a final `$` the end. Each part between wildcards is searched once
 * from the end of the part before it, so that time grows with the lengths.
 */
const compileGlob = (pattern: string): ((path: string) => boolean) => {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  const last = isWhole ? parts.pop() : undefined;
  return (path) => {
    if (!path.startsWith(first)) return false;
    let at = first.length;
    for (const part of parts) {
      const found = path.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    if (!isWhole) return true;
    return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
  };
};

/**
 * Compiles the rules of a group by RFC 9309: the longest pattern that matches decides, Allow where two are as long. Beyond
 * 20,000 rules, and 500 with wildcards, further ones are passed over.
 *
 * @returns Whether a path with its query may be asked for.
 */
export const compilePaths = (rules: readonly PathRule[]): ((path: string) => boolean) => {
  /** Plain paths by their length, the longest first. */
  const plain = new Map<number, Map<string, boolean>>();
  const globs: { length: number; matches: (path: string) => boolean; isAllowed: boolean }[] = [];
  let count = 0;
  for (const { pattern: raw, isAllowed } of rules) {
    const pattern = encoded(raw);
    if (/\*|\$$/.test(pattern)) {
      if (globs.length < MAX_RULES.withWildcards)
        globs.push({ length: pattern.length, matches: compileGlob(pattern), isAllowed });
    } else if ((count += 1) <= MAX_RULES.plain) {
      const ofLength = plain.get(pattern.length) ?? new Map<string, boolean>();
      ofLength.set(pattern, isAllowed || ofLength.get(pattern) === true);
      plain.set(pattern.length, ofLength);
    }
  }
  const lengths = [...plain.keys()].sort((a, b) => b - a);
  globs.sort((a, b) => b.length - a.length || Number(b.isAllowed) - Number(a.isAllowed));

  return (asked) => {
    const path = upperEscapes(asked);
    const length = lengths.find((each) => each <= path.length && plain.get(each)?.has(path.slice(0, each)));
    const isAllowed = length === undefined ? true : plain.get(length)?.get(path.slice(0, length)) === true;
    const glob = globs.find((each) => each.length >= (length ?? 0) && each.matches(path));
    if (!glob || (glob.length === length && isAllowed)) return isAllowed;
    return glob.isAllowed;
  };
};
