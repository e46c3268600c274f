/** How a language marks its comments. */
interface Marks {
  line: readonly string[];
  blocks: readonly (readonly [string, string])[];
  strings: readonly string[];
}

const cLike: Marks = { line: ['//'], blocks: [['/*', '*/']], strings: ['"', "'", '`'] };
const hash: Marks = {
  line: ['#'],
  blocks: [
    ['"""', '"""'],
    ["'''", "'''"],
  ],
  strings: ['"', "'"],
};
const dashes: Marks = { line: ['--'], blocks: [['/*', '*/']], strings: ['"', "'"] };
const markup: Marks = { line: [], blocks: [['<!--', '-->']], strings: [] };

const languages: readonly (readonly [string, Marks])[] = [
  [
    'js jsx mjs cjs ts tsx mts cts java c h cc cpp hpp cs go rs swift kt kts scala php dart m groovy css scss less proto',
    cLike,
  ],
  ['py rb sh bash zsh yaml yml toml pl r ex exs tf dockerfile', hash],
  ['sql lua hs elm', dashes],
  ['html htm xml vue svelte', markup],
];

const byExtension = new Map(
  languages.flatMap(([extensions, marks]) =>
    extensions.split(' ').map((extension) => [extension, marks] as const),
  ),
);

const readExtension = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase();

/** Whether a file is documentation: prose for people. */
export const isDocumentation = (path: string): boolean => /\.(?:md|txt|rst|adoc)$/i.test(path);

/** Whether a file's comments can be recognised. */
export const isSource = (path: string): boolean => byExtension.has(readExtension(path));

/** Where a text in quotes ends: at its quote, or at the end of the line. */
const endOfString = (code: string, start: number, quote: string): number => {
  for (let at = start + 1; at < code.length; at += 1) {
    const character = code[at];
    if (character === '\\') at += 1;
    else if (character === quote) return at + 1;
    else if (character === '\n' && quote !== '`') return at;
  }
  return code.length;
};

/** Lines of a comment without its marks; lines that describe a signature (`@param`) go. */
const cleaned = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*[*!/#-]*\s?/, '').trim())
    .filter((line) => !/^@\w|^[-=*#]{3,}$/.test(line))
    .join('\n')
    .trim();

/**
 * The comments of a source file, each as a paragraph; line comments that follow one another are one. In time proportional
 * to its length.
 */
export const extractComments = (path: string, code: string): string[] => {
  const marks = byExtension.get(readExtension(path));
  if (!marks) return [];
  const found: string[] = [];
  let lines: string[] = [];
  let lastEnd = -1;
  const endLines = (): void => {
    if (lines.length > 0) found.push(cleaned(lines.join('\n')));
    lines = [];
  };
  for (let at = 0; at < code.length;) {
    const block = marks.blocks.find(([start]) => code.startsWith(start, at));
    if (block) {
      endLines();
      const end = code.indexOf(block[1], at + block[0].length);
      if (end < 0) break;
      found.push(cleaned(code.slice(at + block[0].length, end)));
      at = end + block[1].length;
      continue;
    }
    const line = marks.line.find((mark) => code.startsWith(mark, at));
    if (line !== undefined) {
      const newline = code.indexOf('\n', at);
      const end = newline < 0 ? code.length : newline;
      // Only blanks since the line before: the comment goes on.
      if (lines.length > 0 && code.slice(lastEnd, at).trim() !== '') endLines();
      lines.push(code.slice(at + line.length, end));
      lastEnd = end;
      at = end;
      continue;
    }
    const quote = marks.strings.find((mark) => code[at] === mark);
    at = quote === undefined ? at + 1 : endOfString(code, at, quote);
  }
  endLines();
  return found.filter((comment) => comment !== '');
};
