import type { VNode } from 'preact';
import type { App } from '../core';

/** Making one takes longer than a hundred uses of it. */
const formats = new Map<string, Intl.DateTimeFormat>();

const findFormat = (language: string | undefined, dateStyle?: 'medium' | 'full'): Intl.DateTimeFormat => {
  const key = `${language} ${dateStyle}`;
  const options = { timeStyle: 'short', ...(dateStyle && { dateStyle }) } as const;
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

const isToday = (date: Date): boolean => date.toDateString() === new Date().toDateString();

/** When a message was written: the time of today, the day of any other. */
export const Time = ({ at, app }: { at: string | undefined; app: App }): VNode | null => {
  if (at === undefined) return null;
  const date = new Date(at);
  const language = app.store.get().texts?.language;
  return (
    <time dateTime={at} title={findFormat(language, 'full').format(date)}>
      {findFormat(language, isToday(date) ? undefined : 'medium').format(date)}
    </time>
  );
};
