import type { Period } from './period';

/** The first instant of the UTC month of a time, or of one that many months later. */
export const toMonth = (at: Date, later = 0): Date => {
  const month = new Date(at);
  month.setUTCHours(0, 0, 0, 0);
  month.setUTCMonth(at.getUTCMonth() + later, 1);
  return month;
};

/** The whole UTC months of a period: the first instants of the first and of the one behind the last; undefined without any. */
export const wholeMonths = ({ from, to }: Period): { first: Date; end: Date } | undefined => {
  const month = toMonth(from);
  const first = month.getTime() === from.getTime() ? month : toMonth(from, 1);
  const end = toMonth(new Date(to.getTime() + 1));
  return end > first ? { first, end } : undefined;
};

/** Milliseconds of a quarter of an hour. */
export const QUARTER_MS = 900_000;

/** The whole quarters of hours of a period, in the same way. */
export const wholeQuarters = ({ from, to }: Period): { first: Date; end: Date } | undefined => {
  const first = Math.ceil(from.getTime() / QUARTER_MS) * QUARTER_MS;
  const end = Math.floor((to.getTime() + 1) / QUARTER_MS) * QUARTER_MS;
  return end > first ? { first: new Date(first), end: new Date(end) } : undefined;
};
