import { DomainError } from '@parley/errors';
import { defineWork, inThread } from '@parley/threads';
import { cleanName, type EmailPart, type MailParts } from './mime-parts';
import { readTnef, type Tnef } from './tnef';

const unpackWork = defineWork('inbound-mail.unpack', (content: Uint8Array): Tnef | undefined =>
  readTnef(content),
);

const isPacked = ({ name, type }: EmailPart): boolean =>
  /^application\/(?:vnd\.)?ms-tnef$/.test(type) || /^win(?:mail|dat)\.dat$/i.test(name);

/** The content of a packed file; undefined when it is none, or takes too long to read. */
const unpack = ({ content }: EmailPart): Promise<Tnef | undefined> =>
  inThread(unpackWork, content.length, content).catch((error: unknown) => {
    if (error instanceof DomainError && error.kind === 'tooLarge') return undefined;
    throw error;
  });

/**
 * Unpacks every winmail.dat among the files of a mail. Its body counts when the mail has none. With a body that cannot be read it stays a
 * file, so that no words are lost.
 */
export const unpackParts = async ({ bodies, parts }: MailParts): Promise<MailParts> => {
  if (!parts.some(isPacked)) return { bodies, parts };
  const unpacked: MailParts = { bodies: [...bodies], parts: [] };
  for (const part of parts) {
    const found = isPacked(part) ? await unpack(part) : undefined;
    if (!found) {
      unpacked.parts.push(part);
      continue;
    }
    const { files, html, text } = found;
    if (unpacked.bodies.length === 0 && (html !== undefined || text !== undefined))
      unpacked.bodies.push({ html, text });
    else if (unpacked.bodies.length === 0 || files.length === 0) unpacked.parts.push(part);
    unpacked.parts.push(...files.map((file) => ({ ...file, name: cleanName(file.name) })));
  }
  return unpacked;
};
