import type { AudienceCondition } from '@parley/audience';
import { projectScope } from '@parley/auth';
import type { CallContext } from '@parley/rpc';
import { contactGone, type SeenContact } from '../contacts';
import type { Deps } from '../deps';

/** The contact of the calling widget, read once. 401 `invalid_session` when it is deleted. */
export const widgetContact = async (
  { contacts, clock }: Pick<Deps, 'contacts' | 'clock'>,
  conditions: readonly AudienceCondition[],
  context: CallContext,
): Promise<SeenContact> => {
  const { actor } = projectScope(context.scope);
  if (actor.type !== 'contact') throw contactGone();
  const contact = await contacts.look({ svcId: actor.id }, conditions, clock(), context);
  if (!contact) throw contactGone();
  return contact;
};
