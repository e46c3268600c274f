import { ratings } from './catalogue';
import { element } from './elements';
import { formatChange, type Formats, formatDuration, formatShare, LEAST_FOR_PERCENT } from './format';

/** The answer of `GET /statistics/facts`, as far as it is drawn. */
export interface Fact {
  title: string;
  value: number | null;
  unit: string;
  /** The exact figure, times in seconds. */
  rawValue?: number | null;
  /** How many samples a median, a mean or a share is of. */
  count?: number;
  previousValue: number | null;
}

/** The text of a figure, and the line below it. */
export const formatFact = (
  formats: Formats,
  name: string,
  { value, unit, rawValue, count, previousValue }: Fact,
): [string, string] => {
  if (value === null) return ['No data', ''];
  const { number } = formats;
  if (name.startsWith('SNAPSHOT_')) return [number(value), 'now'];
  if (count === undefined)
    return [number(value), previousValue === null ? '' : formatChange(formats, value, previousValue)];
  if (unit === '%')
    return [
      formatShare(formats, rawValue ?? value, count),
      count < LEAST_FOR_PERCENT ? '' : `of ${number(count)}`,
    ];
  const samples = count === 1 ? 'measured once' : `measured ${number(count)} times`;
  if (unit !== '') return [formatDuration(rawValue ?? 0), samples];
  return [ratings.includes(name) ? `${number(value)} of 10` : number(value), samples];
};

/** Draws a figure. */
export const drawFact = (place: HTMLElement, name: string, fact: Fact, formats: Formats): void => {
  const [text, below] = formatFact(formats, name, fact);
  place.replaceChildren(element('b', text), ` ${below}`);
};
