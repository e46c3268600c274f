import type { GetFactsResponse } from '@parley/client';
import { ratings } from './catalogue';
import { element } from './elements';
import { formatChange, type Formats, formatDuration, formatShare, LEAST_FOR_PERCENT } from './format';

/** A figure, as far as it is drawn. */
export type Fact = Pick<
  GetFactsResponse,
  'value' | 'unit' | 'rawValue' | 'count' | 'previousValue' | 'previousRawValue' | 'previousCount'
>;

/** The text of a figure, and the line below it. */
export const formatFact = (
  formats: Formats,
  name: string,
  { value = null, unit, rawValue, count, previousValue = null, previousRawValue, previousCount }: Fact,
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
  const show = (one: number): string => {
    if (unit !== '') return formatDuration(one);
    return ratings.includes(name) ? `${number(one)} of 10` : number(one);
  };
  const samples = count === 1 ? 'measured once' : `measured ${number(count)} times`;
  // A median of few says nothing about a change.
  const isComparable = Math.min(count, previousCount ?? 0) >= LEAST_FOR_PERCENT;
  const before = isComparable ? `, ${show(previousRawValue ?? 0)} in the period before` : '';
  return [show(rawValue ?? value), samples + before];
};

/** Draws a figure. */
export const drawFact = (place: HTMLElement, name: string, fact: Fact, formats: Formats): void => {
  const [text, below] = formatFact(formats, name, fact);
  place.replaceChildren(element('b', text), ` ${below}`);
};
