import { invalidQuery, isId } from '@parley/persistence';
import type { FieldFilter } from '@parley/proto/generated/parley/common/v1/filter';
import { type Compared, resolvePeriod, readBound } from './period';
import type { Interval } from './points';
import { ticketTimesSql } from './ticket-times';
import { isZone } from './zone';

/** The parameters that operations share, as they were sent. */
export interface Sent {
  startDate?: string | undefined;
  endDate?: string | undefined;
  timezone?: string | undefined;
  groupInterval?: string | undefined;
  groupedBy?: string | undefined;
  aggsType?: string | undefined;
  useWorkingHours?: boolean | undefined;
  type?: string | undefined;
  channel?: string | undefined;
  priority?: string | undefined;
  tag?: string | undefined;
  team?: string | undefined;
  user?: string | undefined;
  outbound?: string | undefined;
  /** Ranges of `createdAt` and `updatedAt`. */
  filter?: readonly FieldFilter[] | undefined;
}

/** The dimension of a chart's series. */
export type Grouping = 'type' | 'channel' | 'priority' | 'team' | 'user' | 'tag';

/** Which tickets and people count; several values mean any of them, different filters all. */
export interface Filters {
  types?: string[];
  channels?: string[];
  priorities?: string[];
  tags?: string[];
  teams?: string[];
  users?: string[];
  outbound?: string;
  /** Conditions on `createdAt` and `updatedAt` of the ticket. */
  conditions: readonly FieldFilter[];
}

/** A question as the parameters ask it. */
export interface Question extends Compared {
  zone: string;
  interval: Interval;
  groupedBy?: Grouping;
  /** Whether an average is asked for and not a median. */
  isAverage: boolean;
  usesWorkingHours: boolean;
  filters: Filters;
}

const DEFAULT_ZONE = 'UTC';

const closed = <Value extends string>(
  field: string,
  sent: string | undefined,
  known: readonly Value[],
): Value | undefined => {
  if (sent === undefined) return undefined;
  const value = known.find((one) => one === sent);
  if (value === undefined) throw invalidQuery(field, `Give one of ${known.join(', ')}.`);
  return value;
};

const parseBound = (field: string, sent: string | undefined) => {
  if (sent === undefined) return undefined;
  const bound = readBound(sent);
  if (!bound) {
    const example = '2026-01-31, 2026-01-31T12:00:00Z or 2026-01-31T12:00:00+01:00';
    throw invalidQuery(field, `Give a date that exists, or a time with its offset: ${example}.`);
  }
  return bound;
};

const several = (field: string, sent: string | undefined): string[] | undefined => {
  if (sent === undefined) return undefined;
  const values = sent.split(',').map((value) => value.trim());
  if (values.includes('')) throw invalidQuery(field, 'Give a value, or several by comma.');
  return [...new Set(values)];
};

const ids = (field: string, sent: string | undefined): string[] | undefined => {
  const values = several(field, sent);
  if (values && !values.every(isId))
    throw invalidQuery(field, 'Give ids of 24 hex digits, several by comma.');
  return values;
};

const oneId = (field: string, sent: string | undefined): string | undefined => {
  if (sent !== undefined && !isId(sent)) throw invalidQuery(field, 'Give an id of 24 hex digits.');
  return sent;
};

/** Reads a time zone; UTC by default. 400 `invalid_query` for an unknown one. */
export const readZone = (sent: string | undefined): string => {
  if (sent === undefined) return DEFAULT_ZONE;
  if (!isZone(sent))
    throw invalidQuery('timezone', 'Give a name of the IANA database, such as Europe/Berlin.');
  return sent;
};

/** Reads a period. 400 `invalid_query` naming a bound that is none, or `startDate` when it is after `endDate`. */
export const readPeriod = (
  { startDate, endDate }: Pick<Sent, 'startDate' | 'endDate'>,
  zone: string,
  now: Date,
): Compared => {
  const period = resolvePeriod(parseBound('startDate', startDate), parseBound('endDate', endDate), zone, now);
  if (period.from > period.to) throw invalidQuery('startDate', 'Give one that is not after endDate.');
  return period;
};

/** Reads the parameters that operations share; each is checked, whether the operation uses it or not. 400 `invalid_query`. */
export const readQuestion = (sent: Sent, now: Date): Question => {
  const zone = readZone(sent.timezone);
  const period = readPeriod(sent, zone, now);
  const interval = closed('groupInterval', sent.groupInterval, ['hour', 'day', 'month', 'year'] as const);
  const groupedBy = closed('groupedBy', sent.groupedBy, [
    'type',
    'channel',
    'priority',
    'team',
    'user',
    'tag',
  ] as const);
  const aggsType = closed('aggsType', sent.aggsType, ['MEDIAN', 'AVERAGE'] as const);
  const read = {
    types: several('type', sent.type),
    channels: several('channel', sent.channel),
    priorities: several('priority', sent.priority),
    tags: several('tag', sent.tag),
    teams: ids('team', sent.team),
    users: ids('user', sent.user),
    outbound: oneId('outbound', sent.outbound),
  };
  const conditions = sent.filter ?? [];
  // An answer that is streamed has begun when its first statement is made.
  ticketTimesSql(conditions, []);
  const given = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
  return {
    ...period,
    zone,
    interval: interval ?? 'day',
    ...(groupedBy !== undefined && { groupedBy }),
    isAverage: aggsType === 'AVERAGE',
    usesWorkingHours: sent.useWorkingHours ?? false,
    filters: { ...given, conditions } as Filters,
  };
};

/** Whether any filter is about tickets or people, so that facts with neither do not count. */
export const hasFilter = ({ conditions, ...others }: Filters): boolean =>
  conditions.length > 0 || Object.keys(others).length > 0;

/** Whether any filter is about tickets themselves, and not about people and teams alone. */
export const hasTicketFilter = ({
  types,
  channels,
  priorities,
  tags,
  outbound,
  conditions,
}: Filters): boolean => (types ?? channels ?? priorities ?? tags ?? outbound ?? conditions[0]) !== undefined;
