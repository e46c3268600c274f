import { webcrypto } from 'node:crypto';
import type { MimeNode } from './parse-mime';

const contents = (node: MimeNode): Uint8Array[] => [
  ...(node.content ? [new Uint8Array(node.content)] : []),
  ...node.childNodes.flatMap(contents),
];

/** A digest of bytes, computed beside the event loop. */
export const digest = async (bytes: Uint8Array): Promise<string> =>
  `sha256:${Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')}`;

/**
 * A digest by which the same mail is recognised, whichever way it came: of its Message-ID, From, Date and its decoded content. Servers
 * add headers and encode contents again.
 */
export const digestMail = (root: MimeNode, messageId: string | undefined): Promise<string> => {
  const named = ['from', 'date'].map(
    (name) => root.headers.find(({ key }) => key === name)?.value.trim() ?? '',
  );
  const head = JSON.stringify([messageId ?? null, ...named]);
  return digest(Buffer.concat([Buffer.from(head), ...contents(root)]));
};
