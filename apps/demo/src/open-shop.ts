import type { Contact } from '@parley/client';
import { find } from './panel';
import { VISITOR } from './shop-window';
import type { Admin, Demo } from './sign-in';

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The proof of a userId, which a shop's own server makes; here it is made with the admin's rights. */
const signUserId = async (userId: string, secret: string): Promise<string> => {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  return hex(await crypto.subtle.sign('HMAC', key, encoder.encode(userId)));
};

/**
 * Opens the shop, and identifies the visitor to its widget. Where the browser cannot compute proofs, as over plain HTTP, the
 * visitor is a guest.
 */
export const openShop = async (
  { projectId, userId }: Demo,
  { parley }: Admin,
  { name }: Pick<Contact, 'name'>,
): Promise<void> => {
  const { sessionSecret } = await parley.projects.get(projectId);
  const userHash =
    isSecureContext && sessionSecret !== undefined ? await signUserId(userId, sessionSecret) : undefined;
  if (userHash !== undefined) sessionStorage.setItem(VISITOR, JSON.stringify({ userId, userHash, name }));
  find<HTMLIFrameElement>('#shop iframe').src = '/demo/shop';
};
