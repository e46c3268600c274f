/** Below so many samples a share says less than its counts. */
export const LEAST_FOR_PERCENT = 20;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const pad = (value: number): string => String(value).padStart(2, '0');

/** `2 h 05 min`: a unit and the next one, which is left out where it is zero. */
const formatPair = (value: number, size: number, [large, small]: [string, string]): string => {
  const rest = value % size;
  return `${Math.floor(value / size)} ${large}${rest === 0 ? '' : ` ${pad(rest)} ${small}`}`;
};

/** A duration as people say it: `45 s`, `4 min 05 s`, `29 min`, `2 h 05 min`, `3 d 04 h`. */
export const formatDuration = (seconds: number): string => {
  const whole = Math.round(seconds);
  if (whole === 0 && seconds > 0) return 'under 1 s';
  if (whole < MINUTE) return `${whole} s`;
  if (whole < 10 * MINUTE) return formatPair(whole, MINUTE, ['min', 's']);
  const minutes = Math.round(whole / MINUTE);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return formatPair(minutes, 60, ['h', 'min']);
  return formatPair(Math.round(whole / HOUR), 24, ['d', 'h']);
};

/** Length of the intervals of a chart. */
export type Interval = 'hour' | 'day' | 'month' | 'year';

/** Numbers and dates of a reader. */
export interface Formats {
  /** `1,234`, with at most one decimal. */
  number(value: number): string;
  /** `93%`. */
  percent(value: number): string;
  /** `27 Nov, 11:07`, with the year where it is another one. */
  time(at: string): string;
  /** The beginning of an interval: `27 Nov, 11:00`, `27 Nov`, `Nov`, `2026`. */
  point(at: string, interval: Interval): string;
}

const partsOf: Record<Interval, Intl.DateTimeFormatOptions> = {
  hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short' },
  year: { year: 'numeric' },
};

/** Formats for a locale and a time zone; by default those of the browser. A formatter is made once: making one is slow. */
export const createFormats = (locale?: string, timeZone?: string, now = new Date()): Formats => {
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const years = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone });
  const thisYear = years.format(now);
  const made = new Map<string, Intl.DateTimeFormat>();
  const point = (at: string, interval: Interval): string => {
    const date = new Date(at);
    const isOtherYear = years.format(date) !== thisYear;
    const key = `${interval} ${isOtherYear}`;
    const known = made.get(key);
    const format =
      known ??
      new Intl.DateTimeFormat(locale, {
        ...partsOf[interval],
        ...(isOtherYear && { year: 'numeric' }),
        timeZone,
      });
    if (!known) made.set(key, format);
    return format.format(date);
  };
  return {
    number: (value) => numbers.format(value),
    percent: (value) => percents.format(value / 100),
    time: (at) => point(at, 'hour'),
    point,
  };
};

/** A share of a base: the counts while the base is small, else the percentage. */
export const formatShare = ({ number, percent }: Formats, value: number, base: number): string =>
  base < LEAST_FOR_PERCENT
    ? `${number(Math.round((value * base) / 100))} of ${number(base)}`
    : percent(value);

/** How a count compares with the one of the period before: as that count while it is small, else in percent. */
export const formatChange = ({ number, percent }: Formats, value: number, previous: number): string => {
  if (value === previous) return 'as in the period before';
  if (previous < LEAST_FOR_PERCENT)
    return `${previous === 0 ? 'none' : number(previous)} in the period before`;
  const change = Math.round((100 * (value - previous)) / previous);
  if (change === 0) return 'almost as in the period before';
  return `${change > 0 ? '+' : ''}${percent(change)} on the period before`;
};

/** A value of the API in words: `FEATURE_REQUEST` is `Feature request`. */
export const formatConstant = (value: string): string =>
  /^[A-Z][A-Z_]*$/.test(value) ? value.charAt(0) + value.slice(1).toLowerCase().replaceAll('_', ' ') : value;
