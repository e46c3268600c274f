import { Temporal } from 'temporal-polyfill';

/** A day in a local calendar. */
export type LocalDay = Temporal.PlainDate;

/** Whether a text is a name of the IANA database. Fixed offsets such as +01:00 know no daylight saving and are none. */
export const isZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId !== '';
  } catch {
    return false;
  }
};

/** What clocks of a zone show at a time. */
export const localTime = (at: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);

/** The day that a time belongs to. */
export const localDay = (at: Date, zone: string): LocalDay => localTime(at, zone).toPlainDate();

/** The first instant of a day, which is not midnight where clocks skip it. */
export const startOfDay = (day: LocalDay, zone: string): Date =>
  new Date(day.toZonedDateTime(zone).epochMilliseconds);

/** The last millisecond of a day. */
export const endOfDay = (day: LocalDay, zone: string): Date =>
  new Date(startOfDay(day.add({ days: 1 }), zone).getTime() - 1);

/** A stretch of time in which the clocks of a zone keep their distance to UTC. */
export interface Stretch {
  from: Date;
  /** Inclusive. */
  to: Date;
  /** Seconds to add to UTC. */
  offset: number;
}

const stretchesBetween = (from: Date, to: Date, zone: string): Stretch[] => {
  const stretches: Stretch[] = [];
  let at = localTime(from, zone);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    const end = next ? Math.min(next.epochMilliseconds - 1, to.getTime()) : to.getTime();
    const offset = at.offsetNanoseconds / 1_000_000_000;
    stretches.push({ from: new Date(at.epochMilliseconds), to: new Date(end), offset });
    if (!next || next.epochMilliseconds > to.getTime()) return stretches;
    at = next;
  }
};

/** Beyond the years that tickets can have, so that each zone is looked up once, and no question for longer than that. */
const [FIRST_KNOWN, LAST_KNOWN] = [new Date('2000-01-01T00:00:00Z'), new Date('2100-01-01T00:00:00Z')];

const zones = new Map<string, Stretch[]>();

/** The stretches of a zone from 2000 to 2100, in order. */
export const listStretches = (zone: string): Stretch[] => {
  // By the name as it is registered: people write it in capitals, too.
  const name = localTime(FIRST_KNOWN, zone).timeZoneId;
  const known = zones.get(name) ?? stretchesBetween(FIRST_KNOWN, LAST_KNOWN, name);
  zones.set(name, known);
  return known;
};
