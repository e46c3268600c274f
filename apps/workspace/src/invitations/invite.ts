import type { Actor, Role } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import type { Store } from '../db';
import type { Deps } from '../deps';
import { findOrganisation } from '../organisations';
import { findProject } from '../projects';
import { enqueueAccountMail, findUser } from '../users';
import { expiryFrom, readEmails } from './invitation';
import { invitationMail } from './invitation-mail';
import { putInvitations, type Target } from './invitation.store';
import { memberEmails } from './target.store';

const targetName = async (tx: Store, { type, id }: Target): Promise<string> =>
  (type === 'project' ? await findProject(tx, id) : await findOrganisation(tx, id))?.name ?? '';

const findInviter = async (tx: Store, actor: Actor): Promise<{ id: string; name: string }> => {
  if (actor.type === 'user') return { id: actor.id, name: (await findUser(tx, actor.id))?.name ?? '' };
  return actor.type === 'service' ? actor : { id: actor.type, name: '' };
};

/**
 * Invites each address once and mails it; answers the skipped addresses of members, as they were sent. 400 naming invalid addresses
 * by their index; then no one is invited.
 */
export const invite = async (
  deps: Deps,
  target: Target,
  { emails: sent, role }: { emails: readonly string[]; role?: Role | undefined },
  actor: Actor,
  context: OnceContext<{ skipped: string[] }>,
): Promise<{ skipped: string[] }> => {
  const written = readEmails(sent);
  const response = await deps.store.transaction(async (tx) => {
    const members = await memberEmails(tx.sql, target, [...written.keys()]);
    const inviter = await findInviter(tx, actor);
    const name = await targetName(tx, target);
    const invitations = await putInvitations(tx.sql, target, {
      emails: [...written.keys()].filter((email) => !members.has(email)),
      role,
      invitedBy: inviter.id,
      expiresAt: expiryFrom(new Date()),
    });
    for (const { id, email } of invitations) {
      const mail = invitationMail(deps.publicUrl, {
        id,
        email,
        inviter: inviter.name,
        type: target.type,
        name,
      });
      await enqueueAccountMail(deps, tx.sql, mail);
    }
    const skipped = [...written].flatMap(([email, spelling]) => (members.has(email) ? [spelling] : []));
    await context.record(tx.sql, { skipped });
    return { skipped };
  });
  return response;
};
