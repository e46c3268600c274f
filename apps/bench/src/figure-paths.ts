/** Since before the first ticket, so that summaries and ragged ends are both read. */
export const ALL_TIME = 'startDate=2020-01-01&timezone=Europe/Berlin';
/** The last 30 days. */
export const LATELY = 'timezone=Asia/Kolkata';

/** A figure of all time. */
export const facts = (chart: string, more = ''): string => `facts?chartType=${chart}${more}&${ALL_TIME}`;

/** A chart of all time in intervals; `more` begins with their length. */
export const bars = (chart: string, more = ''): string =>
  // By day it is the two years of the tickets: a chart has at most 1,500 points.
  `bar-chart?chartType=${chart}&groupInterval=${more}&${more === 'day' ? ALL_TIME.replace('2020', '2024') : ALL_TIME}`;

/** A list of all time. */
export const list = (chart: string, more = ''): string => `lists?chartType=${chart}${more}&${ALL_TIME}`;

/** One of 512 days of the two years, by number. */
export const pickDay = (n: number): string =>
  new Date(Date.now() - (720 - (n % 512)) * 86_400_000).toISOString().slice(0, 10);
