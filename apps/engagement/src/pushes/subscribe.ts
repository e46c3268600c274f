import { projectScope } from '@parley/auth';
import { readSubscription } from '@parley/push';
import type {
  GetPushKeyRequest,
  GetPushKeyResponse,
  SubscribePushRequest,
  SubscribePushResponse,
  UnsubscribePushRequest,
  UnsubscribePushResponse,
} from '@parley/proto/generated/parley/engagement/v1/push_subscriptions_service';
import type { CallContext, Partially } from '@parley/rpc';
import { contactGone } from '../contacts';
import { demandLiving, widgetContact } from '../core';
import type { EmailDeps } from '../emails';
import type { PushKeyring } from './keyring';
import { removeOwnSubscription, saveSubscription } from './subscription.store';

/** The public key of the project. */
export const getPushKey = async (
  { pushKeys }: { pushKeys: PushKeyring },
  _request: GetPushKeyRequest,
  context: CallContext,
): Promise<GetPushKeyResponse> => {
  const { projectId } = projectScope(context.scope);
  return { publicKey: (await pushKeys.of(projectId)).publicKey };
};

/** Stores a browser of the widget's contact. */
export const subscribePush = async (
  deps: Pick<EmailDeps, 'db' | 'contacts' | 'outbound' | 'clock'>,
  { endpoint, keys }: Partially<SubscribePushRequest>,
  context: CallContext,
): Promise<SubscribePushResponse> => {
  const { projectId } = projectScope(context.scope);
  const { p256dh = '', auth = '' } = keys ?? {};
  const subscription = readSubscription(deps.outbound, { endpoint: endpoint ?? '', p256dh, auth });
  const { id: contactId } = await widgetContact(deps, [], context);
  await deps.db.transaction(async (tx) => {
    await demandLiving(tx, { projectId, contactId });
    await saveSubscription(tx, projectId, { ...subscription, contactId }, deps.clock());
  });
  return { success: true };
};

/** Deletes a browser of the widget's contact. The browsers of a deleted contact are deleted already. */
export const unsubscribePush = async (
  { db, contacts, clock }: Pick<EmailDeps, 'db' | 'contacts' | 'clock'>,
  { endpoint }: UnsubscribePushRequest,
  context: CallContext,
): Promise<UnsubscribePushResponse> => {
  const { projectId, actor } = projectScope(context.scope);
  if (actor.type !== 'contact') throw contactGone();
  const contact = await contacts.look({ svcId: actor.id }, [], clock(), context);
  if (contact) await removeOwnSubscription(db, projectId, { contactId: contact.id, endpoint });
  return { success: true };
};
