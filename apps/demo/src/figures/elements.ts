/** An element with a text. */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
};

/** The heading of a row or a column. */
export const heading = (text: string, scope: 'col' | 'row'): HTMLTableCellElement => {
  const cell = element('th', text);
  cell.scope = scope;
  return cell;
};

/** A row of a table. */
export const row = (cells: readonly HTMLElement[]): HTMLTableRowElement => {
  const made = element('tr');
  made.append(...cells);
  return made;
};

/** Fills a table with a row of headings and its rows; says so where there are none. */
export const fillTable = (
  table: HTMLTableElement,
  headings: readonly string[],
  rows: readonly HTMLTableRowElement[],
  nothing: string,
): void => {
  const head = element('thead');
  // A cell above a column of headings without a name is none itself.
  head.append(row(headings.map((text) => (text === '' ? element('td') : heading(text, 'col')))));
  const body = element('tbody');
  const empty = element('td', nothing);
  empty.colSpan = headings.length;
  body.append(...(rows.length > 0 ? rows : [row([empty])]));
  table.replaceChildren(head, body);
};
