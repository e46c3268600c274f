import { compileList, inOrder, type ListQuery } from '@parley/persistence';
import type { Store } from '../db';
import { Prisma, type Team } from '../generated/prisma/client';
import type { OperatingHours } from '@parley/opening-hours';
import type { SlaOptions } from './sla-options';
import { findIds } from '../short-list.store';
import { teamList } from './team.fields';

/** A stored team. */
export interface TeamRow extends Omit<Team, 'slaOptions' | 'operatingHours'> {
  slaOptions: SlaOptions | null;
  operatingHours: OperatingHours | null;
  /** Users in it, in their order. */
  members: string[];
}

/** The changes of a team; omitted fields stay. */
export type TeamChange = Partial<Omit<TeamRow, 'projectId' | 'id' | 'createdAt'>>;

/** The fields of a new team. */
export type NewTeam = TeamChange & Pick<TeamRow, 'id' | 'name' | 'assignmentMethod' | 'lexorank' | 'members'>;

const include = { members: { orderBy: { position: 'asc' } } } as const;

type Loaded = Prisma.TeamGetPayload<{ include: typeof include }>;

const toRow = ({ members, ...team }: Loaded): TeamRow => ({
  ...(team as unknown as TeamRow),
  members: members.map(({ userId }) => userId),
});

const json = (value: object | null | undefined): Prisma.InputJsonObject | typeof Prisma.DbNull | undefined =>
  value === null ? Prisma.DbNull : (value as Prisma.InputJsonObject | undefined);

const memberRows = (members: readonly string[]): { userId: string; position: number }[] =>
  members.map((userId, position) => ({ userId, position }));

/** The project's teams that a list asks for. */
export const listTeamRows = async (store: Store, projectId: string, query: ListQuery): Promise<TeamRow[]> => {
  const params: unknown[] = [projectId];
  const clauses = compileList(query, teamList, params);
  const ids = await findIds(store.sql, 'FROM team WHERE project_id = $1', clauses, params);
  const rows = await store.prisma.team.findMany({ where: { projectId, id: { in: ids } }, include });
  return inOrder(ids, rows).map(toRow);
};

/** Whether the project has such a team. */
export const teamExists = async (store: Store, projectId: string, id: string): Promise<boolean> =>
  (await store.prisma.team.count({ where: { projectId, id } })) > 0;

/** The rank of the project's last team. */
export const lastRank = async (store: Store, projectId: string): Promise<string | undefined> => {
  const row = await store.prisma.team.findFirst({
    where: { projectId },
    select: { lexorank: true },
    orderBy: { lexorank: 'desc' },
  });
  return row?.lexorank;
};

/** The team, locked until the transaction ends; undefined when the project has no such team. */
export const lockTeam = async (store: Store, projectId: string, id: string): Promise<TeamRow | undefined> => {
  await store.sql.query('SELECT id FROM team WHERE project_id = $1 AND id = $2 FOR UPDATE', [projectId, id]);
  const row = await store.prisma.team.findUnique({ where: { projectId_id: { projectId, id } }, include });
  return row ? toRow(row) : undefined;
};

export const insertTeam = async (store: Store, projectId: string, team: NewTeam): Promise<TeamRow> => {
  const { members, slaOptions, operatingHours, ...rest } = team;
  return toRow(
    await store.prisma.team.create({
      data: {
        ...rest,
        projectId,
        slaOptions: json(slaOptions),
        operatingHours: json(operatingHours),
        members: { create: memberRows(members) },
      },
      include,
    }),
  );
};

/** Changes a team that exists. */
export const updateTeamRow = async (
  store: Store,
  projectId: string,
  id: string,
  change: TeamChange,
): Promise<TeamRow> => {
  const { members, slaOptions, operatingHours, ...rest } = change;
  return toRow(
    await store.prisma.team.update({
      where: { projectId_id: { projectId, id } },
      data: {
        ...rest,
        slaOptions: json(slaOptions),
        operatingHours: json(operatingHours),
        ...(members && { members: { deleteMany: {}, create: memberRows(members) } }),
      },
      include,
    }),
  );
};

/** Deletes a team that exists. */
export const deleteTeamRow = async (store: Store, projectId: string, id: string): Promise<void> => {
  await store.prisma.team.delete({ where: { projectId_id: { projectId, id } } });
};

/** Takes a person out of every team of the project. */
export const leaveTeams = async (store: Store, projectId: string, userId: string): Promise<void> => {
  await store.prisma.teamMember.deleteMany({ where: { projectId, userId } });
};
