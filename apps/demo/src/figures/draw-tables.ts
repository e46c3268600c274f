import type { GetHeatmapResponse, GetListResponse, ListCell } from '@parley/client';
import { element, fillTable, heading, row } from './elements';
import { type Formats, formatDuration } from './format';
import { nameCell } from './names';

type List = Pick<GetListResponse, 'totalCount' | 'headers' | 'rows'>;
type Heatmap = Pick<GetHeatmapResponse, 'rows'>;

const isTime = (column: string): boolean => /At$|^lastSeen$/.test(column);

/** The text of a cell without a value, by the key of its column. */
const absent: Readonly<Record<string, string>> = { session: 'No contact', answeredAt: 'Not yet' };

/** The text of a cell: durations, times, numbers and names as people read them. */
export const formatCell = (
  formats: Formats,
  column: string,
  { value, rawValue, unit, id }: ListCell,
): string => {
  if (value === null || value === undefined || value === '') return absent[column] ?? 'None';
  if (unit !== undefined && rawValue !== undefined && rawValue !== null) return formatDuration(rawValue);
  // A running number is a name.
  if (column === 'bugId') return `#${value}`;
  if (typeof value === 'number') return formats.number(value);
  const text = String(value);
  return isTime(column) ? formats.time(text) : nameCell(column, text, id);
};

/** Draws a list; says so where it is empty, and how many rows there are where it has not all of them. */
export const drawList = (table: HTMLTableElement, list: List, formats: Formats): void => {
  const { headers, rows = [], totalCount } = list;
  const shown = rows.map((cells) =>
    row(
      cells.map((cell, index) => {
        const text = formatCell(formats, headers[index]?.key ?? '', cell);
        if (index === 0) return heading(text, 'row');
        const made = element('td', text);
        if (cell.value === null || cell.value === undefined) made.className = 'quiet';
        return made;
      }),
    ),
  );
  fillTable(
    table,
    headers.map(({ label }) => label),
    shown,
    'Nothing to show.',
  );
  if (totalCount > rows.length)
    table.createCaption().textContent = `The first ${formats.number(rows.length)} of ${formats.number(totalCount)}`;
};

const formatHour = (hour: number): string => String(hour).padStart(2, '0');

/** Draws hours of weekdays, the darker the busier. Hours before the first and after the last busy one are left out. */
export const drawHeatmap = (table: HTMLTableElement, { rows }: Heatmap, formats: Formats): void => {
  const busiest = Array.from({ length: 24 }, (_, hour) =>
    Math.max(...rows.map(({ hours }) => hours[hour] ?? 0)),
  );
  const most = Math.max(...busiest);
  const first = busiest.findIndex((count) => count > 0);
  const end = busiest.findLastIndex((count) => count > 0) + 1;
  const shown = rows.map(({ weekday, hours }) => {
    const cells = hours.slice(first, end).map((count) => {
      const cell = element('td', count === 0 ? '' : formats.number(count));
      const share = Math.round((count / most) * 60);
      cell.style.backgroundColor = `color-mix(in srgb, #56b4e9 ${share}%, transparent)`;
      return cell;
    });
    return row([heading(weekday, 'row'), ...cells]);
  });
  const columns = Array.from({ length: end - first }, (_, index) => formatHour(first + index));
  if (most === 0) fillTable(table, [''], [], 'Nothing in this period.');
  else {
    fillTable(table, ['', ...columns], shown, '');
    table.createCaption().textContent = 'Other hours have nothing';
  }
};
