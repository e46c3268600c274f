import type { Actor } from '@parley/auth';
import type { ContactRow } from './contact';

/** Who changed a contact's identity, and by which operation. */
export interface ChangedBy {
  source: 'dashboard' | 'service' | 'widget' | 'system';
  /** The operation. */
  method: 'create' | 'update' | 'identify' | 'merge' | 'import';
  userId?: string;
  userEmail?: string;
}

/** A value before and after; absent when there was or is none. */
export interface IdentityChange {
  from?: string;
  to?: string;
}

const identityFields = ['email', 'userId', 'name'] as const;

/** What changed of a contact's identity, by field; undefined when nothing did. */
export const identityChanges = (
  before: ContactRow,
  after: ContactRow,
): Record<string, IdentityChange> | undefined => {
  const changes: Record<string, IdentityChange> = {};
  for (const field of identityFields) {
    const [from, to] = [before[field], after[field]];
    if (from !== to) changes[field] = { ...(from !== null && { from }), ...(to !== null && { to }) };
  }
  return Object.keys(changes).length > 0 ? changes : undefined;
};

/** Who a change is attributed to. */
export const changedBy = (actor: Actor, method: ChangedBy['method']): ChangedBy => {
  switch (actor.type) {
    case 'user':
      return { source: 'dashboard', method, userId: actor.id, userEmail: actor.email };
    case 'service':
      return { source: 'service', method, userId: actor.id };
    case 'contact':
    case 'anonymous':
      return { source: 'widget', method };
    case 'system':
      return { source: 'system', method };
  }
};
