import { projectScope, type Scope } from '@parley/auth';
import type { CallContext } from '@parley/rpc';
import { createHmac } from 'node:crypto';
import type { Deps } from '../deps';
import type { ContactRow } from './contact';

/** Hex HMAC-SHA256 of `svcId` under the project's session secret (docs/rules/contacts.md). */
export const signSvcId = (secret: string, svcId: string): string =>
  createHmac('sha256', secret).update(svcId).digest('hex');

/** Answers the signature of a contact, or undefined when the caller may not see it. */
export type RevealSvcHash = (row: Pick<ContactRow, 'svcId'>) => string | undefined;

const maySee = ({ actor, role }: Scope, svcId: string): boolean => {
  if (actor.type === 'contact') return actor.id === svcId;
  return actor.type === 'service' || (actor.type === 'user' && role === 'admin');
};

/** Reveals nothing, for answers without signatures. */
export const REVEAL_NONE: RevealSvcHash = () => undefined;

const mayEverSee = ({ actor, role }: Scope): boolean =>
  actor.type === 'contact' || actor.type === 'service' || (actor.type === 'user' && role === 'admin');

/**
 * The signatures visible to the caller: admins and service accounts see all, a contact's widget its own. Call it before any write,
 * because it asks the workspace.
 */
export const revealSvcHash = async (
  { secrets }: Pick<Deps, 'secrets'>,
  context: CallContext,
): Promise<RevealSvcHash> => {
  const scope = projectScope(context.scope);
  if (!mayEverSee(scope)) return REVEAL_NONE;
  const secret = await secrets.of(scope.projectId, context);
  return ({ svcId }) => (maySee(scope, svcId) ? signSvcId(secret, svcId) : undefined);
};
