import type { ProjectMember, Team } from '@parley/client';
import { signal } from '@preact/signals';
import { current } from './session';

/** The members of the project, and its teams in their order. */
export const members = signal<readonly ProjectMember[]>([]);
export const teams = signal<readonly Team[]>([]);

/** Most that are read; the menus that show them filter. */
const MOST = 1000;

/** Reads both again. */
export const readPeople = async (): Promise<void> => {
  const { parley } = current();
  const [readMembers, readTeams] = await Promise.all([
    parley.projectMembers.list({ limit: MOST }),
    parley.teams.list({ limit: MOST }),
  ]);
  members.value = readMembers;
  teams.value = readTeams;
};

/** The name that a person goes by; the address of one without a name. */
export const toName = (
  person: { name?: string; firstName?: string; lastName?: string; email?: string } | undefined,
): string =>
  person?.name || [person?.firstName, person?.lastName].filter(Boolean).join(' ') || (person?.email ?? '');

/** Ids of the teams that the person signed in is in. */
export const myTeams = (): string[] =>
  teams.value.filter(({ members: inside }) => inside.includes(current().user.id)).map(({ id }) => id);
