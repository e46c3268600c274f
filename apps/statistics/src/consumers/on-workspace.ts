import type { DomainEvent } from '@parley/events';
import type { OperatingHours } from '@parley/opening-hours';
import type { Sql } from '@parley/persistence';
import type { Presence } from '@parley/proto/generated/parley/workspace/v1/roster_service';
import { keepHours, markStale } from '../hours';
import { keepPerson, refreshPerson, removeMember, deleteTeam, keepTeam } from '../names';

/** The durable that gets people and teams. */
export const WORKSPACE_DURABLE = 'statistics-workspace';

interface Payload {
  team?: { id: string; name: string };
  operatingHours?: OperatingHours;
  updatedAt?: string;
  /** Of a person who joined. */
  person?: Presence;
  userId?: string;
}

/** Keeps a team's name and, from a time on, its hours. */
export const learnTeam = async (
  tx: Sql,
  projectId: string,
  team: { id: string; name: string },
  { hours, since, now }: { hours: OperatingHours; since: Date; now: Date },
): Promise<void> => {
  await keepTeam(tx, projectId, team);
  const version = { projectId, teamId: team.id, since };
  if (await keepHours(tx, { ...version, hours })) await markStale(tx, version, now);
};

/** Keeps names, schedules and availability. */
export const onWorkspace = async (
  event: DomainEvent<Payload & Partial<Presence>>,
  tx: Sql,
): Promise<void> => {
  const { subject, projectId, payload, createdAt } = event;
  const { team, operatingHours, updatedAt, person, userId } = payload;
  if (subject.endsWith('.team.updated') && team) {
    const since = updatedAt === undefined ? createdAt : new Date(updatedAt);
    await learnTeam(tx, projectId, team, { hours: operatingHours ?? {}, since, now: createdAt });
  } else if (subject.endsWith('.team.deleted') && team) await deleteTeam(tx, projectId, team.id);
  else if (subject.endsWith('.user.updated')) await refreshPerson(tx, payload);
  else if (subject.endsWith('.member.joined') && person) await keepPerson(tx, projectId, person);
  else if (subject.endsWith('.member.removed') && userId !== undefined)
    await removeMember(tx, projectId, userId);
};
