import { projectScope } from '@parley/auth';
import { unauthenticated } from '@parley/errors';
import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import type { CallContext } from '@parley/rpc';
import { requireConsumer } from '../consumers';
import type { Deps } from '../deps';

/** The contact of a widget that calls. 401 `invalid_session` when it is gone. */
export const ownContact = async (
  { sessions }: Pick<Deps, 'sessions'>,
  context: CallContext,
): Promise<Contact> => {
  const { actor } = projectScope(context.scope);
  if (actor.type !== 'contact') throw unauthenticated('INVALID_SESSION');
  const { contact } = await sessions.getContactBySvcId({ svcId: actor.id }, context);
  if (!contact) throw new Error('The contacts service answered no contact');
  return contact;
};

/**
 * The contact that must own the requested things: that of the calling widget, or the one that a customer's back end names;
 * undefined when it names none. 401 `invalid_session`, 404 `contact_not_found`.
 */
export const findOwner = async (
  deps: Pick<Deps, 'contacts' | 'sessions'>,
  { consumerId }: { consumerId?: string | undefined },
  context: CallContext,
): Promise<string | undefined> => {
  if (context.scope.actor.type === 'contact') return (await ownContact(deps, context)).id;
  return consumerId === undefined ? undefined : (await requireConsumer(deps, consumerId, context)).id;
};
