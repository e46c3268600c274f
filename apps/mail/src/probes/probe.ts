import type { Sealer } from '@parley/auth';

/** Header of a mail that tries a mailbox. */
export const PROBE_HEADER = 'X-Parley-Mailbox-Test';
const PURPOSE = 'mailbox test';
/** Bytes of a mail in which the header is looked for. */
const MAX_HEADERS = 65_536;

/** A mail that tries a mailbox. */
export interface Probe {
  projectId: string;
  mailboxId: string;
  id: string;
}

/** The value of the header, which only holders of the sealing key can make. */
export const makeProbe = (sealer: Sealer, { projectId, mailboxId, id }: Probe): string =>
  sealer.sign([projectId, mailboxId, id].join(' '), PURPOSE);

/** The probe that a mail is; undefined for any other mail. */
export const findProbe = (sealer: Sealer, mime: Buffer): Probe | undefined => {
  const head =
    mime
      .subarray(0, MAX_HEADERS)
      .toString('latin1')
      .split(/\r?\n\r?\n/, 1)[0] ?? '';
  const signed = new RegExp(`^${PROBE_HEADER}:\\s*(\\S(?:[^\\r\\n]|\\r?\\n[ \\t])*)`, 'im').exec(head)?.[1];
  const text = signed && sealer.verify(signed.replaceAll(/\r?\n[ \t]*/g, ' ').trim(), PURPOSE);
  const [projectId, mailboxId, id] = text?.split(' ') ?? [];
  return projectId !== undefined && mailboxId !== undefined && id !== undefined
    ? { projectId, mailboxId, id }
    : undefined;
};
