import { requireUser } from '@parley/auth';
import { createPushKeys, type PushKeys, readSubscription } from '@parley/push';
import type {
  GetUserPushKeyRequest,
  GetUserPushKeyResponse,
  SubscribeUserRequest,
  SubscribeUserResponse,
  UnsubscribeUserRequest,
  UnsubscribeUserResponse,
} from '@parley/proto/generated/parley/workspace/v1/user_pushes_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  findPushKeys,
  insertPushKeys,
  removeSubscription,
  replacePushKey,
  saveSubscription,
} from './push.store';

const CONTEXT = 'push key of users';

type KeyDeps = Pick<Deps, 'store' | 'sealer'>;

/** The platform's keys, made when they are first asked for. */
export const getPushKeys = async ({ store, sealer }: KeyDeps): Promise<PushKeys> => {
  const known = await findPushKeys(store);
  if (known) return { publicKey: known.publicKey, privateKey: sealer.open(known.sealedKey, CONTEXT) };
  const { publicKey, privateKey } = createPushKeys();
  await insertPushKeys(store, { publicKey, sealedKey: sealer.seal(privateKey, CONTEXT) });
  // Another process may have been first.
  return getPushKeys({ store, sealer });
};

/** Seals the private key with the first secret key. Answers how many it changed. */
export const resealPushKey = async ({ store, sealer }: KeyDeps): Promise<number> => {
  const known = await findPushKeys(store);
  if (!known || !sealer.isStale(known.sealedKey)) return 0;
  await replacePushKey(store, sealer.seal(sealer.open(known.sealedKey, CONTEXT), CONTEXT));
  return 1;
};

/** The public key for the browsers of users. */
export const getUserPushKey = async (
  deps: KeyDeps,
  _request: GetUserPushKeyRequest,
  { scope }: CallContext,
): Promise<GetUserPushKeyResponse> => {
  requireUser(scope);
  return { publicKey: (await getPushKeys(deps)).publicKey };
};

/** Stores a browser of the caller. */
export const subscribeUser = async (
  { store, outbound, clock }: Pick<Deps, 'store' | 'outbound' | 'clock'>,
  { endpoint, keys }: Partially<SubscribeUserRequest>,
  { scope }: CallContext,
): Promise<SubscribeUserResponse> => {
  const { id } = requireUser(scope);
  const { p256dh = '', auth = '' } = keys ?? {};
  const subscription = readSubscription(outbound, { endpoint: endpoint ?? '', p256dh, auth });
  await saveSubscription(store, id, subscription, clock());
  return { success: true };
};

/** Deletes a browser of the caller. */
export const unsubscribeUser = async (
  { store }: Pick<Deps, 'store'>,
  { endpoint }: UnsubscribeUserRequest,
  { scope }: CallContext,
): Promise<UnsubscribeUserResponse> => {
  await removeSubscription(store, requireUser(scope).id, endpoint);
  return { success: true };
};
