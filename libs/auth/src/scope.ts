import { forbidden, unauthenticated } from '@parley/errors';
import { type Permission, type Role, roleAllows } from './permissions';

/** Who makes a call. */
export type Actor =
  | { type: 'anonymous' }
  | { type: 'user'; id: string; email: string; confirmed: boolean }
  | { type: 'service'; id: string; name: string }
  | { type: 'contact'; id: string }
  | { type: 'system'; name: string };

/** Who makes a call and where; the gateway decides it, services trust it. */
export interface Scope {
  actor: Actor;
  /** Project of the call; absent for account operations. */
  projectId?: string;
  /** Organisation of that project. */
  organisationId?: string;
  /** Role of the actor there. */
  role?: Role;
  /** Address the public request came from. */
  ip?: string;
  /** The client as the visitor's request describes it; unproven. */
  client?: Client;
}

/** The client as a request describes it. */
export interface Client {
  /** The host it was sent to. */
  host?: string;
  userAgent?: string;
  /** Whether a program of the visitor's calls, or our own site shows a page. */
  channel: 'widget' | 'site';
}

/** A scope inside one project. */
export type ProjectScope = Scope & { projectId: string; organisationId: string };

/** The scope of a call that must be in a project; a fault when it is not, because the gateway guarantees it. */
export const projectScope = (scope: Scope): ProjectScope => {
  const { projectId, organisationId } = scope;
  if (!projectId || !organisationId) throw new Error('The call carries no project');
  return { ...scope, projectId, organisationId };
};

/** The dashboard user who calls. 401 for any other actor. */
export const requireUser = (scope: Scope): Extract<Actor, { type: 'user' }> => {
  if (scope.actor.type !== 'user') {
    throw unauthenticated('INVALID_TOKEN', 'This operation needs the token of a dashboard user.');
  }
  return scope.actor;
};

/** Whether the caller holds a permission in the project of the call. The system may do anything. */
export const may = (scope: Scope, permission: Permission): boolean =>
  scope.actor.type === 'system' || (scope.role !== undefined && roleAllows(scope.role, permission));

/** 403 `permission_denied`, naming the permission, unless the caller holds it. */
export const demand = (scope: Scope, permission: Permission): void => {
  if (may(scope, permission)) return;
  throw forbidden(
    'PERMISSION_DENIED',
    `Your role lacks the permission ${permission}. Ask an admin of the project.`,
    {
      permission,
    },
  );
};
