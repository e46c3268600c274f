import { signal } from '@preact/signals';
import { locale } from './texts';

/** The time that shown durations count from; it moves once in half a minute. */
export const now = signal(Date.now());
setInterval(() => (now.value = Date.now()), 30_000);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A format in the language and region of the page. To make one takes longer than to draw a row, so it is kept until these change. */
const keep = <Format>(make: (tag: string) => Format): (() => Format) => {
  let kept: { code: string; format: Format } | undefined;
  return () => {
    const code = locale.value;
    if (kept?.code !== code) kept = { code, format: make(code) };
    return kept.format;
  };
};

const dateFormat = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  keep((code) => new Intl.DateTimeFormat(code, options));
const unitFormat = (unit: string): (() => Intl.NumberFormat) =>
  keep((code) => new Intl.NumberFormat(code, { style: 'unit', unit, unitDisplay: 'narrow' }));

const minutes = unitFormat('minute');
const hours = unitFormat('hour');
const days = unitFormat('day');
const dayAndTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });
const time = dateFormat({ hour: '2-digit', minute: '2-digit' });
const day = dateFormat({ day: 'numeric', month: 'short' });

/** A duration in its greatest unit, short: `5m`, `3h`, `2d`. */
export const shortDuration = (milliseconds: number): string => {
  const size = Math.abs(milliseconds);
  const [format, value] =
    size < HOUR ? [minutes, size / MINUTE] : size < DAY ? [hours, size / HOUR] : [days, size / DAY];
  return format().format(Math.floor(value));
};

/** A day with its year, and the time. */
export const fullTime = (iso: string | undefined): string =>
  iso === undefined ? '' : dayAndTime().format(new Date(iso));

/** The time of today, else the day. */
export const shortTime = (iso: string | undefined): string => {
  if (iso === undefined) return '';
  const date = new Date(iso);
  const isToday = new Date(now.value).toDateString() === date.toDateString();
  return (isToday ? time : day)().format(date);
};
