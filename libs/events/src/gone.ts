import { hashId, type Sql, takeTurns } from '@parley/persistence';
import type { DomainEvent } from './event';
import { replaceIds } from './replace-ids';

/** A contact, a company or a ticket. */
export interface Thing {
  projectId: string;
  id: string;
}

/** Ids of the things that an event is about; undefined ones are ignored. */
export type About = (event: DomainEvent) => readonly (string | undefined)[];

/** About the aggregate of the event. */
export const ofAggregate: About = ({ aggregateId }) => [aggregateId];

/** The table of deleted and merged things, by digests of their ids. A service's migration contains it. */
export const goneTableSql = `
CREATE TABLE gone_contact (
  project_id text NOT NULL,
  digest     text NOT NULL,
  gone_at    timestamptz(3) NOT NULL,
  heir_id    text,
  PRIMARY KEY (project_id, digest)
);
CREATE INDEX gone_contact_gone_at ON gone_contact (gone_at);
CREATE INDEX gone_contact_heir ON gone_contact (project_id, heir_id) WHERE heir_id IS NOT NULL;
`;

/** How long a deleted thing is remembered, in milliseconds: 30 days, as long as a dead letter waits for a replay. */
export const GONE_MS = 30 * 86_400_000;

const prepare = { prepare: true };

const makeKey = ({ projectId, id }: Thing): string => `contact ${projectId} ${id}`;

/** For all that the events of a project mention: a ticket may mention thousands, and each lock takes shared memory. */
const mentionsKey = ({ projectId }: Pick<Thing, 'projectId'>): string => makeKey({ projectId, id: '' });

/** Keeps things from being deleted until the transaction ends. Call it before the locks of rows. */
export const holdThings = (tx: Sql, things: readonly Thing[]): Promise<void> =>
  takeTurns(tx, [], things.map(makeKey));

/** Those of some things that were deleted or merged. The others are not deleted before the transaction ends. Call it before the writes. */
export const goneAmong = async (tx: Sql, projectId: string, ids: readonly string[]): Promise<Set<string>> => {
  await holdThings(
    tx,
    ids.map((id) => ({ projectId, id })),
  );
  return new Set((await heirsAmong(tx, projectId, ids)).keys());
};

/** Deleted and merged ones among some things: the contact that each was merged into, or null for a deleted one. Locks nothing. */
export const heirsAmong = async (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> => {
  const heirs = await findMergeTargets(
    sql,
    ids.map((id) => ({ projectId, id })),
  );
  return new Map([...heirs].map(([{ id }, heirId]) => [id, heirId]));
};

const HEIRS = `
SELECT t.place::integer - 1 AS place, g.heir_id AS "heirId"
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS t (project_id, digest, place) JOIN gone_contact g USING (project_id, digest)`;

const findMergeTargets = async (sql: Sql, things: readonly Thing[]): Promise<Map<Thing, string | null>> => {
  if (things.length === 0) return new Map();
  const values = [things.map(({ projectId }) => projectId), things.map(({ id }) => hashId(id))];
  const rows = await sql.query<{ place: number; heirId: string | null }>(HEIRS, values, prepare);
  return new Map(
    rows.flatMap(({ place, heirId }): [Thing, string | null][] => {
      const thing = things[place];
      return thing ? [[thing, heirId]] : [];
    }),
  );
};

const HAND_ON = `
UPDATE gone_contact g SET heir_id = $3 FROM unnest($1::text[], $2::text[]) AS t (project_id, id)
 WHERE g.project_id = t.project_id AND g.heir_id = t.id`;

// A deleted thing stays deleted, also when the event of its merge comes later.
const NOTE = `
INSERT INTO gone_contact (project_id, digest, gone_at, heir_id)
SELECT DISTINCT project_id, digest, $3::timestamptz, $4 FROM unnest($1::text[], $2::text[]) AS t (project_id, digest) ORDER BY 1, 2
ON CONFLICT (project_id, digest) DO UPDATE SET heir_id = NULL WHERE EXCLUDED.heir_id IS NULL`;

/** Records that things were deleted, as the library does by events. With `inTurn` the caller's turns keep their writers out. */
export const noteGone = async (
  tx: Sql,
  things: readonly Thing[],
  { at, inTurn = false }: { at: Date; inTurn?: boolean },
): Promise<void> => {
  if (!inTurn) await takeTurns(tx, things.map(makeKey));
  await note(tx, things, { at });
};

const note = async (
  tx: Sql,
  things: readonly Thing[],
  { at, heirId = null }: { at: Date; heirId?: string | null },
): Promise<void> => {
  if (things.length === 0) return;
  const projects = things.map(({ projectId }) => projectId);
  await tx.query(HAND_ON, [projects, things.map(({ id }) => id), heirId], prepare);
  await tx.query(NOTE, [projects, things.map(({ id }) => hashId(id)), at, heirId], prepare);
};

interface EndPayload {
  /** The contact that the aggregate was merged into. */
  into?: { id: string };
  /** Tickets that are deleted with the aggregate. */
  mergedIds?: readonly string[];
}

/** Whether an event says that its aggregate is deleted. */
export const isDeletion = ({ subject }: Pick<DomainEvent, 'subject'>): boolean =>
  /\.(contact|company|ticket)\.deleted$/.test(subject);

const readMergeTarget = ({ subject, payload }: DomainEvent): string | undefined =>
  subject.endsWith('.contact.merged') ? (payload as EndPayload).into?.id : undefined;

/** Whether an event says that its aggregate is deleted or merged. */
export const isEnd = (event: DomainEvent): boolean =>
  isDeletion(event) || readMergeTarget(event) !== undefined;

const listDeleted = ({ projectId, aggregateId, payload }: DomainEvent): Thing[] =>
  [aggregateId, ...((payload as EndPayload).mergedIds ?? [])].map((id) => ({ projectId, id }));

/** The things that an end locks, without the many tickets that may be deleted with one. */
const lockedBy = (event: DomainEvent): Thing[] =>
  [event.aggregateId, readMergeTarget(event)].flatMap((id) =>
    id === undefined ? [] : [{ projectId: event.projectId, id }],
  );

/** Whether an event brings the state of its aggregate, which is not the state of the contact that it was merged into. */
const isState = ({ subject }: DomainEvent): boolean =>
  /\.(contact|company)\.(created|updated)$/.test(subject);

/** Records a merge; answers the final contact, which is not deleted before the transaction ends, or null when that was deleted. */
const noteMerge = async (
  tx: Sql,
  { projectId, id }: Thing,
  into: string,
  { at, inTurn }: Pick<Presence, 'at' | 'inTurn'>,
): Promise<string | null> => {
  const target = { projectId, id: into };
  const heir = (await heldHeirs(tx, [target], inTurn)).get(target);
  const heirId = heir === undefined ? into : heir;
  await note(tx, [{ projectId, id }], { at, heirId });
  return heirId;
};

/** Records outside an event that a contact was merged. Answers as `noteMerge` does. */
export const noteMerged = async (
  tx: Sql,
  thing: Thing,
  { into, at }: { into: string; at: Date },
): Promise<string | null> => {
  await takeTurns(tx, [makeKey(thing)], [makeKey({ ...thing, id: into })]);
  return noteMerge(tx, thing, into, { at, inTurn: false });
};

/** The event of a merge with the final contact: the target may have been merged, too, or deleted. Then it has none. */
const resolved = async (
  tx: Sql,
  event: DomainEvent,
  presence: Pick<Presence, 'at' | 'inTurn'>,
): Promise<DomainEvent> => {
  const { projectId, aggregateId: id, payload } = event;
  const into = readMergeTarget(event);
  if (into === undefined) return event;
  const heirId = await noteMerge(tx, { projectId, id }, into, presence);
  if (heirId === into) return event;
  return {
    ...event,
    payload: { ...(payload as EndPayload), into: heirId === null ? undefined : { id: heirId } },
  };
};

/** The events without deleted contacts among those that they mention, and with the ids of those that merged ones are part of. */
export const leaveOutMentions = async (
  tx: Sql,
  events: readonly DomainEvent[],
  mentions: About,
): Promise<DomainEvent[]> => {
  const things = events.map(({ projectId, ...event }): Thing[] =>
    mentions({ projectId, ...event }).flatMap((id) => (id === undefined ? [] : { projectId, id })),
  );
  const heirs = await findMergeTargets(tx, things.flat());
  return events.map((event, at) => {
    const gone = (things[at] ?? []).flatMap((thing): [string, string | null][] => {
      const heirId = heirs.get(thing);
      return heirId === undefined ? [] : [[thing.id, heirId]];
    });
    return gone.length === 0 ? event : replaceIds(event, new Map(gone));
  });
};

/** How the events of a consumer are compared with deleted things. */
export interface Presence {
  about: About;
  mentions?: About | undefined;
  /** Whether the consumer's turns cover all that it is about, so that nothing is locked here. */
  inTurn: boolean;
  at: Date;
}

/**
 * The rule of deletion: records the ends that events bring, drops late events about deleted things, and renames merged contacts in
 * the others. It locks the things: of a writer and a deletion the later one sees the rows of the other.
 */
export const leaveOutGone = async (
  tx: Sql,
  events: readonly DomainEvent[],
  { about, mentions, inTurn, at }: Presence,
): Promise<DomainEvent[]> => {
  const told = new Map(
    events.map((event): [DomainEvent, Thing[]] => {
      const { projectId } = event;
      const ids = new Set(about(event));
      for (const { id } of isEnd(event) ? lockedBy(event) : []) ids.delete(id);
      return [event, [...ids].flatMap((id) => (id === undefined ? [] : { projectId, id }))];
    }),
  );
  const deleted = events.filter(isDeletion).flatMap(listDeleted);
  const things = [...told.values()].flat();
  if (!inTurn) {
    const ends = events.filter(isEnd);
    const naming = mentions ? events.filter((event) => mentions(event).length > 0) : [];
    const alone = [...ends.flatMap(lockedBy).map(makeKey), ...(mentions ? ends.map(mentionsKey) : [])];
    await takeTurns(tx, alone, [...things.map(makeKey), ...naming.map(mentionsKey)]);
  }
  await note(tx, deleted, { at });
  const merges = new Map<DomainEvent, DomainEvent>();
  for (const event of events)
    if (readMergeTarget(event) !== undefined) merges.set(event, await resolved(tx, event, { at, inTurn }));
  const heirs = await heldHeirs(tx, things, inTurn);
  return events.flatMap((event) => {
    const gone = (told.get(event) ?? []).filter((thing) => heirs.has(thing));
    if (gone.length === 0) return merges.get(event) ?? event;
    const living = gone.flatMap((thing): [string, string][] => {
      const heirId = heirs.get(thing);
      return heirId ? [[thing.id, heirId]] : [];
    });
    return living.length < gone.length || isState(event) ? [] : replaceIds(event, new Map(living));
  });
};

/**
 * The contact that a merged one is part of now, which is not deleted before the transaction ends; null for a deleted contact, and
 * undefined for one that is there.
 */
export const holdHeir = async (tx: Sql, thing: Thing): Promise<string | null | undefined> =>
  (await heldHeirs(tx, [thing], false)).get(thing);

/** Like `findMergeTargets`; the contacts in the answer are not deleted before the transaction ends. */
const heldHeirs = async (
  tx: Sql,
  things: readonly Thing[],
  inTurn: boolean,
  held: ReadonlySet<string> = new Set(),
): Promise<Map<Thing, string | null>> => {
  const heirs = await findMergeTargets(tx, things);
  const keys = [...heirs].flatMap(([{ projectId }, id]) => (id === null ? [] : makeKey({ projectId, id })));
  if (inTurn || keys.every((key) => held.has(key))) return heirs;
  await takeTurns(tx, [], keys);
  return heldHeirs(tx, things, inTurn, new Set(keys));
};

const FORGET = `
DELETE FROM gone_contact WHERE (project_id, digest) IN (
  SELECT project_id, digest FROM gone_contact WHERE gone_at < $1 ORDER BY gone_at LIMIT $2) RETURNING 1`;

/** Removes records of deletions before a time, in batches. */
export const pruneGone = async (sql: Sql, before: Date, batch = 1_000): Promise<void> => {
  while ((await sql.query(FORGET, [before, batch])).length === batch);
};
