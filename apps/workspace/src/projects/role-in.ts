import { type Role, type Scope, requireUser } from '@parley/auth';
import type { Sql } from '@parley/persistence';
import { findAccess } from './project-access.store';

/** The role of a caller in a project, undefined without any. A program has one in its own project, where the gateway found it. */
export const roleIn = async (sql: Sql, scope: Scope, projectId: string): Promise<Role | undefined> => {
  if (scope.actor.type === 'service') return scope.projectId === projectId ? scope.role : undefined;
  return (await findAccess(sql, requireUser(scope).id, projectId))?.role;
};
