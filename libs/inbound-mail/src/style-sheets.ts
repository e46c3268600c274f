import type { HtmlElement, HtmlNode } from './html-tree';

/** Most characters of style sheets that are read, most selectors of them, and longest style of one. */
const MAX_SHEETS = 200_000;
const MAX_SELECTORS = 2_000;
const MAX_RULE = 300;
/** Most classes of an element that are looked up. */
const MAX_CLASSES = 10;

/** Properties that say whether, in which lines and in which colour a text is seen. */
const READ =
  /^(?:display|visibility|mso-hide|font-size|max-height|opacity|white-space(?:-collapse)?|color|background(?:-color)?|mso-highlight)$/;

const readRule = (declarations: string): string =>
  declarations
    .split(';')
    .filter((part) => READ.test((part.split(':', 1)[0] ?? '').trim()))
    .join(';')
    .slice(0, MAX_RULE);

const sheetText = (node: HtmlNode): string =>
  'data' in node && (node.type === 'text' || node.type === 'comment') ? node.data : '';

const collectSheets = (roots: readonly HtmlNode[]): string => {
  const sheets: string[] = [];
  const visit = (node: HtmlNode): void => {
    if (!('children' in node)) return;
    if (!('attribs' in node) || node.name !== 'style') node.children.forEach(visit);
    else if (/^(?:|all|screen)$/i.test(node.attribs['media'] ?? ''))
      sheets.push(node.children.map(sheetText).join(''));
  };
  roots.forEach(visit);
  return sheets.join('\n').slice(0, MAX_SHEETS);
};

/** A style sheet without its comments, and without those of HTML around it. */
const dropComments = (sheet: string): string =>
  sheet
    .replaceAll(/<!--|-->/g, '')
    .split('/*')
    .map((piece, index) => {
      if (index === 0) return piece;
      const end = piece.indexOf('*/');
      return end < 0 ? '' : piece.slice(end + 2);
    })
    .join('');

/** Rules without those for other screens: blocks within blocks are passed over. */
const splitRules = (sheet: string): { selectors: string; declarations: string }[] => {
  const rules: { selectors: string; declarations: string }[] = [];
  let [depth, start, open] = [0, 0, 0];
  for (const { 0: sign, index } of sheet.matchAll(/[{};]/g)) {
    if (sign === '{') {
      depth += 1;
      if (depth === 1) open = index;
    } else if (sign === '}' && depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      const selectors = sheet.slice(start, open);
      if (!selectors.includes('@')) rules.push({ selectors, declarations: sheet.slice(open + 1, index) });
      start = index + 1;
    } else if (depth === 0) start = index + 1;
  }
  return rules;
};

/** Styles by selector: of a tag, a class or an id, or of a tag with one of them. */
export type Styles = ReadonlyMap<string, string>;

/** Reads the style sheets of a mail: the rules for single elements that say how a text is seen. */
export const readSheets = (roots: readonly HtmlNode[]): Styles => {
  const styles = new Map<string, string>();
  for (const { selectors, declarations } of splitRules(dropComments(collectSheets(roots)))) {
    const style = readRule(declarations.toLowerCase());
    if (style === '') continue;
    for (const selector of selectors.split(',')) {
      const name = selector.trim();
      if (!/^[\w-]{0,50}(?:[.#][\w-]{1,100})?$/.test(name) || name === '') continue;
      if (styles.size >= MAX_SELECTORS && !styles.has(name)) continue;
      styles.set(name, `${styles.get(name) ?? ''};${style}`.slice(-MAX_RULE));
    }
  }
  return styles;
};

/** The style of an element by the sheets, the closest rule last. */
export const styleBySheets = (styles: Styles, { name, attribs }: HtmlElement): string => {
  if (styles.size === 0) return '';
  const classes = (attribs['class'] ?? '').split(/\s+/, MAX_CLASSES).filter((one) => one !== '');
  const id = attribs['id'] ?? '';
  const selectors = [name, ...classes.flatMap((one) => [`.${one}`, `${name}.${one}`])];
  if (id !== '') selectors.push(`#${id}`, `${name}#${id}`);
  return selectors
    .map((selector) => styles.get(selector) ?? '')
    .filter((style) => style !== '')
    .join(';');
};
