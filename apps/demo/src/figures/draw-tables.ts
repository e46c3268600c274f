/** A cell of the API's lists. */
interface Cell {
  value?: string | number | null;
  unit?: string;
}

/** The answer of `GET /statistics/lists`, as far as it is drawn. */
export interface List {
  title: string;
  totalCount: number;
  headers: { key: string; label: string }[];
  rows: Cell[][];
}

/** The answer of `GET /statistics/heatmap`, as far as it is drawn. */
export interface Heatmap {
  title: string;
  rows: { weekday: string; hours: number[] }[];
}

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
};

const heading = (text: string, scope: 'col' | 'row'): HTMLTableCellElement => {
  const cell = element('th', text);
  cell.scope = scope;
  return cell;
};

const row = (cells: readonly HTMLElement[]): HTMLTableRowElement => {
  const made = element('tr');
  made.append(...cells);
  return made;
};

const formatCell = ({ value, unit = '' }: Cell): string =>
  value === null || value === undefined ? '–' : `${value} ${unit}`.trim();

/** Draws a list; says so where it is empty. */
export const drawList = (table: HTMLTableElement, { headers, rows }: List): void => {
  const cells = rows.map((one) => row(one.map((cell) => element('td', formatCell(cell)))));
  const nothing = element('td', 'Nothing yet');
  nothing.colSpan = headers.length;
  const head = element('thead');
  head.append(row(headers.map(({ label }) => heading(label, 'col'))));
  const body = element('tbody');
  body.append(...(cells.length > 0 ? cells : [row([nothing])]));
  table.replaceChildren(head, body);
};

/** Draws hours of weekdays, the darker the busier. */
export const drawHeatmap = (table: HTMLTableElement, { rows }: Heatmap): void => {
  const most = Math.max(1, ...rows.flatMap(({ hours }) => hours));
  const head = element('thead');
  head.append(
    row([heading('', 'col'), ...Array.from({ length: 24 }, (_, hour) => heading(String(hour), 'col'))]),
  );
  // A cell above a column of headings is none itself.
  head.querySelector('th')?.replaceWith(element('td'));
  const body = element('tbody');
  for (const { weekday, hours } of rows) {
    const cells = hours.map((count) => {
      const cell = element('td', count === 0 ? '' : String(count));
      const share = Math.round((count / most) * 60);
      cell.style.backgroundColor = `color-mix(in srgb, #56b4e9 ${share}%, transparent)`;
      return cell;
    });
    body.append(row([heading(weekday, 'row'), ...cells]));
  }
  table.replaceChildren(head, body);
};
