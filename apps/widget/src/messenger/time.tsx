import type { VNode } from 'preact';
import type { App } from '../core';

/** Making one takes longer than a hundred uses of it. */
const formats = new Map<string, Intl.DateTimeFormat>();

const findFormat = (
  language: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat => {
  const key = `${language} ${JSON.stringify(options)}`;
  const make = (): Intl.DateTimeFormat => {
    try {
      return new Intl.DateTimeFormat(language, options);
    } catch {
      // No language that the browser knows.
      return new Intl.DateTimeFormat(undefined, options);
    }
  };
  const format = formats.get(key) ?? make();
  formats.set(key, format);
  return format;
};

const TIME: Intl.DateTimeFormatOptions = { timeStyle: 'short' };

const isToday = (date: Date): boolean => date.toDateString() === new Date().toDateString();

/** When a message was written: the time of today, the day of any other. */
export const Time = ({ at, app }: { at: string | undefined; app: App }): VNode | null => {
  if (at === undefined) return null;
  const date = new Date(at);
  const language = app.store.get().texts?.language;
  const full = findFormat(language, { ...TIME, dateStyle: 'full' });
  const short = findFormat(language, isToday(date) ? TIME : { ...TIME, dateStyle: 'medium' });
  return (
    <time dateTime={at} title={full.format(date)}>
      {short.format(date)}
    </time>
  );
};

const WEEK_MS = 6 * 86_400_000;

/** When the team opens: the time of today, with the weekday within a week, else with the date. */
export const formatOpening = (opens: Date, language: string | undefined): string => {
  if (isToday(opens)) return findFormat(language, TIME).format(opens);
  const isNear = opens.getTime() - Date.now() < WEEK_MS;
  const options: Intl.DateTimeFormatOptions = isNear
    ? { weekday: 'long', hour: 'numeric', minute: '2-digit' }
    : { ...TIME, dateStyle: 'medium' };
  return findFormat(language, options).format(opens);
};
