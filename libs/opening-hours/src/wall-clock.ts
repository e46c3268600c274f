const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What clocks show somewhere: days since 1970 in the calendar there, and minutes since midnight. */
export interface WallTime {
  day: number;
  minute: number;
}

/** Clocks of one time zone. */
export interface WallClock {
  /** What they show at a time. */
  read(at: Date): WallTime;
  /** The times at which they show something: two when clocks are put back over it, none when they are put forward over it. */
  times(wall: WallTime): Date[];
  /** When they are put forward or back about a day, if they are. */
  changeAbout(day: number): Date | undefined;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes much longer than using it; there are a few hundred zones. */
const findFormat = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
};

/** The wall time as if it were UTC. */
const shown = (format: Intl.DateTimeFormat, at: number): number => {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
};

/** The moment between two times at which the clocks are put forward or back. */
const changeBetween = (offsetAt: (at: number) => number, from: number, to: number): number => {
  let [before, after] = [from, to];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetAt(middle) === offsetAt(from)) before = middle;
    else after = middle;
  }
  return after;
};

/** The clocks of an IANA time zone, with whatever its governments decided about them. */
export const createWallClock = (timeZone: string): WallClock => {
  const format = findFormat(timeZone);
  const offsetAt = (at: number): number => shown(format, at) - Math.floor(at / 1_000) * 1_000;
  return {
    read: (at) => {
      const wall = shown(format, at.getTime());
      const day = Math.floor(wall / DAY_MS);
      return { day, minute: Math.floor((wall - day * DAY_MS) / MINUTE_MS) };
    },
    times: ({ day, minute }) => {
      const wall = day * DAY_MS + minute * MINUTE_MS;
      const offsets = new Set([wall - DAY_MS, wall + DAY_MS].map(offsetAt));
      return [...offsets]
        .map((offset) => wall - offset)
        .filter((at) => shown(format, at) === wall)
        .map((at) => new Date(at));
    },
    changeAbout: (day) => {
      const [from, to] = [(day - 1) * DAY_MS, (day + 2) * DAY_MS];
      return offsetAt(from) === offsetAt(to) ? undefined : new Date(changeBetween(offsetAt, from, to));
    },
  };
};
