import { tooLarge } from '@parley/errors';
import MarkdownIt, { type StateInline, type Token } from 'markdown-it';
import { addressAt, linkTo } from './bare-address';
import { MAX_RICH_TEXT_BYTES, type RichText } from './document';
import { richTextFromHtml } from './from-html';

const isImagesOnly = ({ children }: Token): boolean => {
  const parts = (children ?? []).filter(({ type }) => type !== 'softbreak');
  return parts.length > 0 && parts.every(({ type }) => type === 'image');
};

/** Markdown has inline images only; one that stands alone is a block of its own. */
const freeImages = (tokens: Token[]): void => {
  tokens.forEach((token, index) => {
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    if (token.type !== 'inline' || before?.type !== 'paragraph_open' || !after || !isImagesOnly(token))
      return;
    before.hidden = true;
    after.hidden = true;
    token.children = (token.children ?? []).filter(({ type }) => type === 'image');
  });
};

const TASK = /^\[([ xX])\](?:\s|$)/;

/** The item's first text when it starts like a task: `[ ] ` or `[x] `. */
const findTaskText = (tokens: Token[], item: number): Token | undefined => {
  const text = tokens[item + 2];
  return tokens[item + 1]?.type === 'paragraph_open' && text && TASK.test(text.content) ? text : undefined;
};

const markTask = (item: Token, text: Token): void => {
  const state = TASK.exec(text.content)?.[1];
  item.attrSet('data-checked', String(state !== ' '));
  const first = text.children?.[0];
  if (first) first.content = first.content.replace(TASK, '');
};

/** A list is a task list when each of its items starts like a task. */
const findTaskLists = (tokens: Token[]): void => {
  const open: { list: Token; items: number[] }[] = [];
  tokens.forEach((token, index) => {
    if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open')
      open.push({ list: token, items: [] });
    if (token.type === 'list_item_open') open.at(-1)?.items.push(index);
    if (token.type !== 'bullet_list_close' && token.type !== 'ordered_list_close') return;
    const { list, items } = open.pop() ?? {};
    const texts = items?.map((item) => findTaskText(tokens, item)) ?? [];
    if (!list || !items || token.type !== 'bullet_list_close' || !texts.every((text) => text !== undefined))
      return;
    list.attrSet('data-type', 'taskList');
    texts.forEach((text, position) => markTask(tokens[items[position] ?? 0] as Token, text));
  });
};

/** Kinds of callouts by the names that alerts have on GitHub. */
const ALERTS: Readonly<Record<string, string>> = {
  NOTE: 'info',
  IMPORTANT: 'info',
  TIP: 'tip',
  WARNING: 'warning',
  CAUTION: 'warning',
};

const ALERT = /^\[!([A-Z]+)\](?=\n|$)/;

/** A quote that begins with a line `[!NOTE]` or the like is a callout; that line is removed. */
const findAlerts = (tokens: Token[]): void => {
  const open: boolean[] = [];
  tokens.forEach((token, index) => {
    if (token.type === 'blockquote_close' && open.pop()) token.tag = 'aside';
    if (token.type !== 'blockquote_open') return;
    const text = tokens[index + 1]?.type === 'paragraph_open' ? tokens[index + 2] : undefined;
    const name = ALERT.exec(text?.content ?? '')?.[1] ?? '';
    const kind = Object.hasOwn(ALERTS, name) ? ALERTS[name] : undefined;
    open.push(kind !== undefined);
    if (kind === undefined || !text) return;
    token.tag = 'aside';
    token.attrs = [
      ['data-type', 'callout'],
      ['data-kind', kind],
    ];
    // The marker is the first text, and the end of its line the next token.
    text.children = (text.children ?? []).slice(2);
    for (const around of text.children.length > 0 ? [] : [tokens[index + 1], tokens[index + 3]])
      if (around) around.hidden = true;
  });
};

/** How much of a text before a place may belong to an address at that place. */
const MOST_BEFORE = 2_000;

/** The characters before a place in a text that begin an address: its scheme, or all from `www.` to a sign of markup. */
const findBeginning = ({ src, pos, pending }: StateInline): string | undefined => {
  const before = pending.slice(-MOST_BEFORE);
  if (src.startsWith('://', pos)) return /https?$/i.exec(before)?.[0];
  if (!'*_~'.includes(src.charAt(pos))) return undefined;
  return /\bwww\..*/i.exec(before.split(/\s/).at(-1) ?? '')?.[0];
};

/** An address that stands in a text is a link, and none of its characters is markup. */
const bareAddress = (state: StateInline, silent: boolean): boolean => {
  const beginning = state.linkLevel > 0 ? undefined : findBeginning(state);
  if (beginning === undefined) return false;
  const address = addressAt(state.src.slice(0, state.posMax), state.pos - beginning.length);
  if (address === undefined || address.length <= beginning.length) return false;
  if (!silent) {
    state.pending = state.pending.slice(0, -beginning.length);
    state.push('link_open', 'a', 1).attrs = [['href', linkTo(address)]];
    state.push('text', '', 0).content = address;
    state.push('link_close', 'a', -1);
  }
  state.pos += address.length - beginning.length;
  return true;
};

type Parser = ReturnType<typeof MarkdownIt>;

const createParser = (options: { html: boolean; breaks: boolean }): Parser => {
  const parser = new MarkdownIt(options);
  // Our own rule decides about links, so that a refused one keeps its text instead of its source.
  parser.validateLink = () => true;
  parser.normalizeLink = (url) => url;
  parser.inline.ruler.after('text', 'bare-address', bareAddress);
  parser.core.ruler.push('free-images', ({ tokens }) => freeImages(tokens));
  parser.core.ruler.push('alerts', ({ tokens }) => findAlerts(tokens));
  parser.core.ruler.push('task-lists', ({ tokens }) => findTaskLists(tokens));
  return parser;
};

// Who writes a message means a line that they end to end.
const messages = createParser({ html: false, breaks: true });
const pages = createParser({ html: true, breaks: false });

/** Most characters of Markdown that may mean more than themselves, line ends among them: each costs time. */
export const MAX_MARKUP = 20_000;

/** Most cells of the tables that may stand in Markdown. A short row gets the cells that it lacks. */
export const MAX_CELLS = 10_000;

const MARKUP = /[\n*_[\]!`~<>&\\|]/g;
const BLOCKS = /\n[ \t>]*\n/;

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** The line below the head of a table. */
const isRule = (line: string): boolean => /^[\s>|:-]+$/.test(line) && line.includes('-');

/** Cells of the largest table that a block of lines can be. */
const countCells = (block: string): number => {
  const lines = block.split('\n');
  if (!lines.some(isRule)) return 0;
  const columns = lines.reduce((most, line) => Math.max(most, countMatches(line, /\|/g) + 1), 0);
  return columns * lines.length;
};

/** Refuses what would take long to read, by counting alone. */
const demandReadable = (markdown: string): void => {
  if (countMatches(markdown, MARKUP) > MAX_MARKUP)
    throw tooLarge(`Markdown may have at most ${MAX_MARKUP} line ends and characters of markup.`);
  const cells = markdown.split(BLOCKS).reduce((sum, block) => sum + countCells(block), 0);
  if (cells > MAX_CELLS) throw tooLarge(`Tables in Markdown may have at most ${MAX_CELLS} cells.`);
};

/**
 * Reads Markdown as a document: CommonMark with tables, strikethrough, task lists, alerts and bare addresses. HTML in it is text,
 * and the end of a line within a paragraph breaks the line.
 *
 * @throws DomainError `tooLarge` for more than `MAX_RICH_TEXT_BYTES` of Markdown or of resulting JSON, `MAX_MARKUP`
 * characters of markup or `MAX_CELLS` cells.
 */
export const richTextFromMarkdown = (markdown: string): RichText =>
  richTextFromHtml(render(messages, markdown));

/**
 * The HTML of a page in Markdown, such as a file of a documentation: HTML in it stays HTML, and lines of a paragraph are one text.
 * `richTextFromHtml` reads and cleans it.
 *
 * @throws DomainError as `richTextFromMarkdown`.
 */
export const pageMarkdownToHtml = (markdown: string): string => render(pages, markdown);

const render = (parser: Parser, markdown: string): string => {
  if (Buffer.byteLength(markdown) > MAX_RICH_TEXT_BYTES) {
    throw tooLarge(`Markdown may have at most ${MAX_RICH_TEXT_BYTES} bytes.`);
  }
  demandReadable(markdown);
  return parser.render(markdown);
};
