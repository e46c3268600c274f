import type { DomainEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import type { TeamUpdated } from '@parley/proto/generated/parley/workspace/v1/events';
import { deleteReadingsOf } from '../core';
import { noteDeparture } from '../departures';
import type { Deps } from '../deps';
import { deleteDraftsOf } from '../message-drafts';
import { deleteNoticesTo } from '../notices';
import { refreshTeam } from '../references';

/** The durable that gets what happens to teams and members. */
export const WORKSPACE_DURABLE = 'tickets-workspace';

/** A former release sent no hours, and no time of the change. */
const readHours = ({ operatingHours, updatedAt }: Partial<TeamUpdated>): TeamUpdated['operatingHours'] =>
  operatingHours ?? (updatedAt === undefined ? undefined : {});

/** Keeps copies of teams up to date, and records deleted teams and removed members; a worker handles their tickets. */
export const onWorkspaceChange =
  ({ clock }: Pick<Deps, 'clock'>) =>
  async (
    { subject, projectId, aggregateId, payload }: DomainEvent<Partial<TeamUpdated>>,
    tx: Sql,
  ): Promise<void> => {
    const since = clock();
    if (subject === 'workspace.v1.member.removed') {
      await noteDeparture(tx, { projectId, kind: 'member', id: aggregateId }, since);
      await deleteDraftsOf(tx, projectId, aggregateId);
      await deleteNoticesTo(tx, projectId, aggregateId);
      await deleteReadingsOf(tx, projectId, aggregateId);
    } else if (subject === 'workspace.v1.team.deleted') {
      await noteDeparture(tx, { projectId, kind: 'team', id: aggregateId }, since);
    } else if (payload.team) {
      await refreshTeam(tx, projectId, { ...payload.team, operatingHours: readHours(payload) });
    }
  };
