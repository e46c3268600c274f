import { createPauses } from '@parley/timing';
import { createHash } from 'node:crypto';
import type { MimeNode } from './parse-mime';

const contents = (node: MimeNode): Uint8Array[] => [
  ...(node.content ? [new Uint8Array(node.content)] : []),
  ...node.childNodes.flatMap(contents),
];

/** Bytes that are hashed in one step. */
const STEP_BYTES = 256 * 1024;

/** A digest of bytes in order, in steps between which other work has its turn. They are not copied: a mail may have 30 MB. */
export const digest = async (...pieces: readonly Uint8Array[]): Promise<string> => {
  const hash = createHash('sha256');
  const pause = createPauses();
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += STEP_BYTES) {
      await pause();
      hash.update(piece.subarray(at, at + STEP_BYTES));
    }
  return `sha256:${hash.digest('hex')}`;
};

/**
 * A digest by which the same mail is recognised, whichever way it came: of its Message-ID, From, Date and its decoded content. Servers
 * add headers and encode contents again.
 */
export const digestMail = (root: MimeNode, messageId: string | undefined): Promise<string> => {
  const named = ['from', 'date'].map(
    (name) => root.headers.find(({ key }) => key === name)?.value.trim() ?? '',
  );
  const head = JSON.stringify([messageId ?? null, ...named]);
  return digest(Buffer.from(head), ...contents(root));
};
