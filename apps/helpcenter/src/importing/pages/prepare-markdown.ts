/** Kinds of callouts by the names that generators of documentation give them. */
const KINDS: Readonly<Record<string, string>> = {
  note: 'info',
  info: 'info',
  important: 'info',
  tip: 'tip',
  success: 'tip',
  hint: 'tip',
  warning: 'warning',
  caution: 'warning',
  danger: 'warning',
};

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const DIRECTIVE = /^[ \t]*:{3,}[ \t]*([a-z]+)(?:[^a-z](.*))?$/i;
const END = /^[ \t]*(?::{3,}|\{%-?[ \t]*endhint[ \t]*-?%\})[ \t]*$/;
const HINT = /^[ \t]*\{%-?[ \t]*hint[ \t]+style="(\w+)"[ \t]*-?%\}[ \t]*$/;

const openCallout = (kind: string, title: string): string[] => [
  '',
  `<aside data-type="callout" data-kind="${kind}">`,
  '',
  ...(title === '' ? [] : [`**${title}**`, '']),
];

const CLOSE = ['', '</aside>', ''];

const kindOf = (name: string): string | undefined =>
  Object.hasOwn(KINDS, name.toLowerCase()) ? KINDS[name.toLowerCase()] : undefined;

/** The beginning of a callout in a line, as the lines that our Markdown has for it. */
const readOpening = (line: string): string[] | undefined => {
  const directive = DIRECTIVE.exec(line);
  const name = directive?.[1] ?? HINT.exec(line)?.[1];
  const kind = name === undefined ? undefined : kindOf(name);
  if (kind === undefined) return undefined;
  const title = (directive?.[2] ?? '').replaceAll(/^\[|\]$/g, '').trim();
  return openCallout(kind, title);
};

/** A heading without the id that is written at its end. */
const withoutId = (line: string): string => {
  const end = line.trimEnd();
  const at = end.lastIndexOf('{#');
  return at > 0 && end.endsWith('}') ? end.slice(0, at).trimEnd() : line;
};

/**
 * Writes what generators of documentation add to Markdown in the Markdown that we read: `:::note` and hints become callouts, ids of
 * headings and the imports of MDX are removed. Fenced code stays as it is.
 */
export const prepareMarkdown = (markdown: string, isMdx: boolean): string => {
  const lines: string[] = [];
  let fence: string | undefined;
  let open = 0;
  for (const line of markdown.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined || mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark?.startsWith(fence)) fence = undefined;
      lines.push(line);
      continue;
    }
    const opening = readOpening(line);
    if (opening) {
      open += 1;
      lines.push(...opening);
    } else if (open > 0 && END.test(line)) {
      open -= 1;
      lines.push(...CLOSE);
    } else if (!isMdx || !/^(?:import|export)\s/.test(line)) {
      lines.push(/^ {0,3}#/.test(line) ? withoutId(line) : line);
    }
  }
  for (; open > 0; open -= 1) lines.push(...CLOSE);
  return lines.join('\n');
};
