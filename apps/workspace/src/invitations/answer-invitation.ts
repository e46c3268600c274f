import { requireUser } from '@parley/auth';
import { conflict, notFound } from '@parley/errors';
import type { DomainError } from '@parley/errors';
import type {
  AnswerInvitationRequest,
  AnswerInvitationResponse,
} from '@parley/proto/generated/parley/workspace/v1/invitations_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Store } from '../db';
import type { Deps } from '../deps';
import { type Arrival, tellJoined } from '../arrivals';
import { accountGone, findUser } from '../users';
import { isExpired } from './invitation';
import { invitationExpired, targetGone } from './invitation.errors';
import { deleteInvitationRow, type InvitationRow, lockInvitation } from './invitation.store';
import { joinTarget } from './target.store';

/** The invitation, if it is the caller's to answer; the lock lets one answer through. */
const takeInvitation = async (tx: Store, id: string, userId: string): Promise<InvitationRow> => {
  const user = await findUser(tx, userId);
  if (!user) throw accountGone();
  const invitation = await lockInvitation(tx, id);
  if (!invitation) throw notFound('invitation');
  if (invitation.email !== user.email) throw conflict('INVITATION_EMAIL_MISMATCH');
  if (!user.confirmed) throw conflict('INVITATION_EMAIL_UNCONFIRMED');
  return invitation;
};

const toArrival = ({ type, targetId }: InvitationRow, userId: string): Arrival =>
  type === 'organisation' ? { organisationId: targetId, userId } : { projectId: targetId, userId };

/** Makes the caller a member. Answers why not when the invitation can never be accepted and has to go all the same. */
const accept = async (
  tx: Store,
  invitation: InvitationRow,
  userId: string,
  tell: (arrival: Arrival) => Promise<void>,
): Promise<DomainError | undefined> => {
  if (isExpired(invitation, new Date())) return invitationExpired();
  const joined = await joinTarget(tx, invitation, userId);
  if (joined === 'already') throw conflict('INVITATION_ALREADY_MEMBER');
  if (joined === 'gone') return targetGone(invitation.type);
  await tell(toArrival(invitation, userId));
  return undefined;
};

/**
 * Accepts or declines an invitation, which either consumes. 409 for someone else's, an unverified address and a member,
 * which leave it, and for one that expired or leads nowhere any more, which delete it.
 */
export const answerInvitation = async (
  deps: Deps,
  request: AnswerInvitationRequest,
  context: CallContext,
): Promise<Partially<AnswerInvitationResponse>> => {
  const { id } = requireUser(context.scope);
  const refusal = await deps.store.transaction(async (tx) => {
    const invitation = await takeInvitation(tx, request.invitationId, id);
    const tell = (arrival: Arrival): Promise<void> => tellJoined(deps, tx, arrival, context);
    const reason = request.accept ? await accept(tx, invitation, id, tell) : undefined;
    await deleteInvitationRow(tx, invitation.id);
    return reason;
  });
  if (refusal) throw refusal;
  deps.events.wake();
  return { answered: true };
};
