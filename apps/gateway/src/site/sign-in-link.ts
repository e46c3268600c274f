import type { Sealer } from '@parley/auth';
import { randomBytes } from 'node:crypto';

const PURPOSE = 'help center sign-in link';
/** How long a link works, in milliseconds. */
export const LINK_MS = 30 * 60_000;
const NONCE_BYTES = 16;

/** Dependencies of links. */
export interface LinkDeps {
  sealer: Pick<Sealer, 'sign' | 'verify'>;
  now: () => number;
}

/** The contact of a link that works. */
export interface SignInLink {
  contactId: string;
  nonce: string;
  endsAt: number;
}

/** The last part of a link that signs a contact in. */
export const signLink = ({ sealer, now }: LinkDeps, projectId: string, contactId: string): string => {
  const nonce = randomBytes(NONCE_BYTES).toString('hex');
  return sealer.sign([projectId, contactId, now() + LINK_MS, nonce].join('.'), PURPOSE);
};

/** A link of this project that has not expired; whether it was used is known when it is. */
export const readLink = (
  { sealer, now }: LinkDeps,
  projectId: string,
  token: string,
): SignInLink | undefined => {
  const [project, contactId = '', end, nonce = ''] = sealer.verify(token, PURPOSE)?.split('.') ?? [];
  if (project !== projectId || !(Number(end) > now())) return undefined;
  return { contactId, nonce, endsAt: Number(end) };
};
