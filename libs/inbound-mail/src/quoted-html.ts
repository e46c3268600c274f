import { findHistory, type QuoteOptions, type Region } from './history';
import { type HtmlLine, readLines } from './html-lines';
import { type HtmlNode, isElement } from './html-tree';

const showsSomething = (node: HtmlNode): boolean =>
  'data' in node
    ? node.type === 'text' && node.data.trim() !== ''
    : isElement(node) && (node.name === 'img' || node.children.some(showsSomething));

/** Nodes without some, and without the elements that only had those. */
const withoutNodes = (nodes: readonly HtmlNode[], removed: ReadonlySet<HtmlNode>): [HtmlNode[], boolean] => {
  let isAnyRemoved = false;
  const left = nodes.filter((node) => {
    if (removed.has(node)) {
      isAnyRemoved = true;
      return false;
    }
    if (!isElement(node)) return true;
    const [children, isChanged] = withoutNodes(node.children, removed);
    if (!isChanged) return true;
    isAnyRemoved = true;
    node.children = children as typeof node.children;
    return children.some(showsSomething);
  });
  return [left, isAnyRemoved];
};

const toText = (lines: readonly HtmlLine[]): string =>
  lines
    .map(({ text }) => text.replaceAll('\ufffc', ''))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

const isBlank = (line: HtmlLine | undefined): boolean => line?.text === '';

/** The lines of a region, with the blank lines around it; own words that its first line begins with stay, with all of that line. */
const takeLines = (lines: readonly HtmlLine[], { start, end, offset }: Region): HtmlLine[] => {
  let first = offset > 0 ? start + 1 : start;
  let last = end;
  while (isBlank(lines[first - 1])) first -= 1;
  while (isBlank(lines[last])) last += 1;
  return lines.slice(first, last);
};

/** Removes a mail's history from its HTML tree, and answers it as text; undefined when nothing was cut. */
export const cutQuotedHtml = (roots: HtmlNode[], options: QuoteOptions): string | undefined => {
  const lines = readLines(roots);
  const regions = findHistory(lines, options);
  if (regions.length === 0) return undefined;
  const cut = regions.flatMap((region) => takeLines(lines, region));
  const [left] = withoutNodes(roots, new Set(cut.flatMap(({ nodes }) => nodes)));
  roots.splice(0, roots.length, ...left);
  return toText(cut);
};
