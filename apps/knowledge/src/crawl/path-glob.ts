/**
 * Compiles a glob on a path: `*` stands for any characters within a segment, `**` across segments, `?` and all others for
 * themselves. Matching takes time in proportion to the lengths of both, whatever the pattern.
 */
export const pathGlob = (pattern: string): ((path: string) => boolean) => {
  // Tokens: a character, '*' within a segment, '**' across.
  const tokens =
    pattern.match(/\*{2,}|[^]/gu)?.map((token) => (token.length > 1 && token[0] === '*' ? '**' : token)) ??
    [];
  return (path) => {
    const characters = Array.from(path);
    // Which prefixes of the path the tokens so far can stand for.
    let reached = new Array<boolean>(characters.length + 1).fill(false);
    reached[0] = true;
    for (const token of tokens) {
      const next = new Array<boolean>(characters.length + 1).fill(false);
      for (let at = 0; at <= characters.length; at += 1) {
        const before = characters[at - 1];
        if (token === '*' || token === '**') {
          const grows = at > 0 && (token === '**' || before !== '/') && next[at - 1] === true;
          next[at] = reached[at] === true || grows;
        } else next[at] = at > 0 && reached[at - 1] === true && before === token;
      }
      reached = next;
    }
    return reached[characters.length] === true;
  };
};

/** Globs that say which paths are wanted. */
export interface PathRules {
  includePaths: readonly string[];
  excludePaths: readonly string[];
}

/** Whether paths are wanted: one of `includePaths` matches or there is none, and none of `excludePaths` does. */
export const pathFilter = ({ includePaths, excludePaths }: PathRules): ((path: string) => boolean) => {
  const includes = includePaths.map(pathGlob);
  const excludes = excludePaths.map(pathGlob);
  return (path) =>
    (includes.length === 0 || includes.some((matches) => matches(path))) &&
    !excludes.some((matches) => matches(path));
};
