/** Names that people write in prose although they look like names in code. */
const products: ReadonlySet<string> = new Set(
  (
    'GitHub GitLab JavaScript TypeScript CoffeeScript PostgreSQL MySQL MariaDB MongoDB SQLite GraphQL OpenAPI OpenID OAuth ' +
    'WebSocket WebSockets WebRTC LinkedIn YouTube WhatsApp PayPal HubSpot WordPress PowerPoint OneDrive SharePoint ' +
    'DevOps FAQs ChatGPT OpenAI LaTeX QuickBooks MailChimp SendGrid CloudFlare DigitalOcean iPhone iPad iOS macOS eBay ' +
    'eCommerce npm'
  ).split(' '),
);

/** Words of a text as code would cut it: letters, digits, `_` and `$`. */
const WORD = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*/gu;

/** camelCase, or a capital within: `RefundCalculator`, `HTTPServer`. */
const HUMP = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}/u;
const CAMEL = /^\p{Ll}/u;
const SNAKE = /[\p{L}\p{N}]_[\p{L}\p{N}]|^_+\p{L}|\$/u;
/** One word in capitals. */
const SHOUTED = /^\p{Lu}[\p{Lu}\p{N}]{3,}$/u;
/** One word with a capital, as types are named. */
const CAPITALISED = /^\p{Lu}\p{Ll}{3,}\p{N}*$/u;

/** The appearance of a word: surely a name in code, maybe one, or prose. */
export const judgeWord = (word: string): 'name' | 'maybe' | 'prose' => {
  if (SNAKE.test(word)) return 'name';
  if (HUMP.test(word)) return products.has(word) ? 'maybe' : 'name';
  if (SHOUTED.test(word) || CAPITALISED.test(word)) return 'maybe';
  return CAMEL.test(word) ? 'prose' : 'maybe';
};

/** Words of prose that may be names in code: the names of the source files decide. */
export const maybeNames = (text: string): string[] =>
  (text.match(WORD) ?? []).filter((word) => judgeWord(word) === 'maybe' && word.length >= 4);

/** Whether a text holds a word that surely is a name in code. */
export const holdsName = (text: string): boolean =>
  (text.match(WORD) ?? []).some((word) => judgeWord(word) === 'name');

const DECLARED =
  /\b(?:class|interface|type|enum|struct|trait|object|record|protocol|module|namespace|const|def|func|fn|function)\s+([\p{L}_$][\p{L}\p{N}_$]*)/gu;

/** Longest name that is kept. */
const MAX_NAME = 100;

/**
 * The names of a source file that prose might hold by chance: types and constants of one word, and products. Names with
 * humps or underscores need no list, their looks betray them.
 */
export const namesOfCode = (code: string): Set<string> => {
  const names = new Set<string>();
  for (const [, name = ''] of code.matchAll(DECLARED))
    if (name.length <= MAX_NAME && judgeWord(name) === 'maybe') names.add(name);
  for (const [word] of code.matchAll(WORD))
    if (word.length <= MAX_NAME && (SHOUTED.test(word) || products.has(word))) names.add(word);
  return names;
};

/** The names in a path: the file's name, and each folder with its content, such as `src/refunds`. */
export const namesOfPath = (path: string): string[] => {
  const segments = path.split('/');
  const pairs = segments.slice(1).map((segment, index) => `${segments[index]}/${segment}`);
  const all = [segments.at(-1) as string, ...segments.filter((segment) => segment.includes('-')), ...pairs];
  return [...new Set(all)].filter((name) => name.length <= MAX_NAME);
};
