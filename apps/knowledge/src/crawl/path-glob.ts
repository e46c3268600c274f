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
    let reached = new Uint8Array(characters.length + 1);
    let next = new Uint8Array(characters.length + 1);
    reached[0] = 1;
    for (const token of tokens) {
      const isMany = token === '*' || token === '**';
      let any = 0;
      for (let at = 0; at <= characters.length; at += 1) {
        const before = characters[at - 1];
        const grows = isMany && at > 0 && (token === '**' || before !== '/') ? next[at - 1] : 0;
        const steps = !isMany && before === token ? reached[at - 1] : 0;
        const isReached = (isMany ? reached[at] : 0) || grows || steps || 0;
        next[at] = isReached;
        any |= isReached;
      }
      if (any === 0) return false;
      [reached, next] = [next, reached];
    }
    return reached[characters.length] === 1;
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
