import { maxPayloadBytes } from '@parley/events';
import { tooLarge } from '@parley/errors';
import { jsonBytes } from '@parley/json';
import { newId } from '@parley/persistence';
import type { TrackedEvent } from '@parley/proto/generated/parley/contacts/v1/widget_service';

/** Something a contact did, as it is stored. */
export interface ContactEventRow {
  id: string;
  name: string;
  date: Date;
  data: unknown;
  outbound: string | null;
}

/** Most bytes of one event's data, as JSON. */
export const MAX_DATA_BYTES = 32 * 1024;

/** The event with the page that a contact reads. */
const PAGE_VIEW = 'pageView';

/**
 * Reads the events of a request in their order: without a date they happen now, and a date in the future is now.
 *
 * @throws DomainError 413 `payload_too_large` naming an event with more than 32 KB of data.
 */
export const readEvents = (events: readonly TrackedEvent[], now: Date): ContactEventRow[] =>
  events.map(({ name, date, data, outbound }, index): ContactEventRow => {
    if (jsonBytes(data) > MAX_DATA_BYTES)
      throw tooLarge(`events.${index}.data is larger than ${MAX_DATA_BYTES / 1024} KB.`);
    const at = date === undefined ? now : new Date(Math.min(Date.parse(date), now.getTime()));
    return { id: newId(), name, date: at, data: data ?? null, outbound: outbound ?? null };
  });

/** The latest time among events. */
export const findLatest = (events: readonly ContactEventRow[]): Date =>
  events.reduce((latest, { date }) => (date > latest ? date : latest), new Date(0));

/** A contact's `lastPageView` after the latest page view among events; undefined without one. */
export const lastPageView = (events: readonly ContactEventRow[]): unknown => {
  const views = events.filter(({ name }) => name === PAGE_VIEW);
  const [first] = views;
  if (!first) return undefined;
  const { data, date } = views.reduce((latest, view) => (view.date >= latest.date ? view : latest), first);
  const particulars = typeof data === 'object' && !Array.isArray(data) ? data : { data };
  return { ...particulars, date: date.toISOString() };
};

/** Room for the other fields of an event between services, beside the tracked events. */
const ENVELOPE_BYTES = 1_000;

/** The events in their order, in parts that each fit into one event between services. */
export const inParts = <T>(events: readonly T[]): T[][] => {
  const parts: T[][] = [];
  let [part, size]: [T[], number] = [[], 0];
  for (const event of events) {
    const bytes = jsonBytes(event) + 1;
    if (part.length > 0 && size + bytes > maxPayloadBytes - ENVELOPE_BYTES) {
      parts.push(part);
      [part, size] = [[], 0];
    }
    part.push(event);
    size += bytes;
  }
  return part.length > 0 ? [...parts, part] : parts;
};
