import { randomBytes } from 'node:crypto';
import type { UploadDeps } from './deps';

const PURPOSE = 'upload link';
/** How long an address takes a file, in milliseconds. */
export const UPLOAD_LINK_MS = 15 * 60_000;
const NONCE_BYTES = 16;

type LinkDeps = Pick<UploadDeps, 'sealer' | 'now'>;

/** A file that an address takes. */
export interface UploadLink {
  projectId: string;
  name: string;
  maxBytes: number;
  nonce: string;
  endsAt: number;
}

/** The last part of an address that takes a file, and when it ends. */
export const signUploadLink = (
  { sealer, now }: LinkDeps,
  { projectId, name, maxBytes }: Pick<UploadLink, 'projectId' | 'name' | 'maxBytes'>,
): { token: string; endsAt: number } => {
  const endsAt = now() + UPLOAD_LINK_MS;
  const parts = [projectId, maxBytes, endsAt, randomBytes(NONCE_BYTES).toString('hex'), encode(name)];
  return { token: sealer.sign(parts.join('.'), PURPOSE), endsAt };
};

/** An address that has not expired; whether it was used is known when it is. */
export const readUploadLink = ({ sealer, now }: LinkDeps, token: string): UploadLink | undefined => {
  const [projectId, bytes, end, nonce, name] = sealer.verify(token, PURPOSE)?.split('.') ?? [];
  if (projectId === undefined || nonce === undefined || name === undefined) return undefined;
  if (!(Number(end) > now())) return undefined;
  const maxBytes = Number(bytes);
  return { projectId, name: decode(name), maxBytes, nonce, endsAt: Number(end) };
};

const encode = (text: string): string => Buffer.from(text).toString('base64url');
const decode = (text: string): string => Buffer.from(text, 'base64url').toString();
