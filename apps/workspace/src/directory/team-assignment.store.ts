import type { Sql } from '@parley/persistence';
import type { OperatingHours } from '@parley/opening-hours';
import type { MemberRow } from '../users';

/** A team's method of assignment and its members. */
export interface TeamAssignmentRow {
  projectId: string;
  teamId: string;
  method: string;
  onlyAvailable: boolean;
  limitsTickets: boolean;
  ticketAmount: number | null;
  countsSnoozed: boolean;
  operatingHours: OperatingHours | null;
  /** In the order of the team. */
  members: (MemberRow & { available: boolean })[];
}

const ASSIGNMENTS = `
  SELECT t.project_id AS "projectId", t.id AS "teamId", t.assignment_method AS method,
         coalesce(t.select_only_online_members, false) AS "onlyAvailable",
         coalesce(t.limit_ticket_amount, false) AS "limitsTickets", t.ticket_amount AS "ticketAmount",
         coalesce(t.count_snoozed_tickets, false) AS "countsSnoozed",
         t.operating_hours AS "operatingHours", coalesce(m.list, '[]') AS members
  FROM unnest($1::text[], $2::text[]) AS k (project_id, id)
  JOIN team t ON t.project_id = k.project_id AND t.id = k.id
  JOIN project p ON p.id = t.project_id
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name,
             'lastName', u.last_name, 'profileImageUrl', u.profile_image_url, 'userType', u.user_type,
             'available', u.available AND NOT p.id = ANY (u.unavailable_projects)) ORDER BY tm.position) AS list
    FROM team_member tm JOIN user_account u ON u.id = tm.user_id
    WHERE tm.project_id = t.project_id AND tm.team_id = t.id AND (p.created_by = u.id
      OR EXISTS (SELECT FROM project_member pm WHERE pm.project_id = p.id AND pm.user_id = u.id)
      OR EXISTS (SELECT FROM organisation_member om
                 WHERE om.organisation_id = p.organisation_id AND om.user_id = u.id))
  ) m
  ORDER BY t.project_id, t.id`;

/** How those of the teams that exist assign their tickets; members are those with access to the project. */
export const findTeamAssignments = (
  sql: Sql,
  keys: readonly { projectId: string; teamId: string }[],
): Promise<TeamAssignmentRow[]> =>
  sql.query(ASSIGNMENTS, [keys.map(({ projectId }) => projectId), keys.map(({ teamId }) => teamId)], {
    prepare: true,
  });
