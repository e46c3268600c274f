import { signal } from '@preact/signals';
import { language } from './texts';

/** The time that shown durations count from; it moves once in half a minute. */
export const now = signal(Date.now());
setInterval(() => (now.value = Date.now()), 30_000);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration in its greatest unit, short: `5m`, `3h`, `2d`. */
export const shortDuration = (milliseconds: number): string => {
  const size = Math.abs(milliseconds);
  const [unit, value] =
    size < HOUR
      ? (['minute', size / MINUTE] as const)
      : size < DAY
        ? (['hour', size / HOUR] as const)
        : (['day', size / DAY] as const);
  const style = { style: 'unit', unit, unitDisplay: 'narrow' } as const;
  return new Intl.NumberFormat(language.value, style).format(Math.floor(value));
};

/** A day with its year, and the time. */
export const fullTime = (iso: string | undefined): string =>
  iso === undefined
    ? ''
    : new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' }).format(
        new Date(iso),
      );

/** The time of today, else the day. */
export const shortTime = (iso: string | undefined): string => {
  if (iso === undefined) return '';
  const date = new Date(iso);
  const isToday = new Date(now.value).toDateString() === date.toDateString();
  const format = isToday
    ? ({ hour: '2-digit', minute: '2-digit' } as const)
    : ({ day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat(language.value, format).format(date);
};
