import { access, constants, link, mkdir, open, readdir, unlink } from 'node:fs/promises';
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { compose } from './compose';
import type { Mail } from './mail';
import { MailDeliveryError, type MailTransport } from './transport';

/** Settings of the folder transport. */
export interface FolderTransportOptions {
  /** Folder that gets the mails; made when it is not there. */
  directory: string;
  /** Time for the file names. */
  clock?: () => Date;
}

const MAX_NAME = 100;
/** The mark in a file's name: behind the time, or at its beginning while it is written. */
const MARK = /^(?:[^Z]*Z-|\.)([0-9a-f]{16})-/;

/** What finds a mail by its message id among the files. */
const hashMessageId = (messageId: string): string =>
  createHash('sha256').update(messageId).digest('hex').slice(0, 16);

const fileName = (time: number, { messageId, to: { address } }: Pick<Mail, 'messageId' | 'to'>): string => {
  const stamp = new Date(time).toISOString().replaceAll(':', '-');
  return `${stamp}-${hashMessageId(messageId)}-${address.replaceAll(/[^A-Za-z0-9@._+-]/g, '_').slice(0, MAX_NAME)}.eml`;
};

const writeWhole = async (path: string, content: Uint8Array): Promise<void> => {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Gives a file its name, or the next free one a millisecond later; never replaces another. */
const publish = async (temporary: string, nameAt: (attempt: number) => string): Promise<void> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await link(temporary, nameAt(attempt));
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST' || attempt > 1000) throw error;
    }
  }
};

/** Writes each mail whole, as `<time>-<mark>-<to>.eml`, for a set-up without a mail server. */
export const createFolderTransport = (options: FolderTransportOptions): MailTransport => {
  const { directory, clock = () => new Date() } = options;
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  return {
    send: async (mail) => {
      const message = compose(mail);
      try {
        const { message: content } = await composer.sendMail(message);
        await mkdir(directory, { recursive: true });
        // A temporary name until the file is complete, so that no reader gets half a mail. A file that a kill leaves is erased with
        // its mail.
        const temporary = join(directory, `.${hashMessageId(mail.messageId)}-${randomUUID()}.tmp`);
        try {
          await writeWhole(temporary, content as Buffer);
          const time = clock().getTime();
          await publish(temporary, (attempt) => join(directory, fileName(time + attempt, mail)));
        } finally {
          await unlink(temporary).catch(() => undefined);
        }
      } catch (error) {
        const { message: reason, code = '' } = error as Error & { code?: string };
        throw new MailDeliveryError(reason, { permanent: false, code, cause: error });
      }
    },
    erase: async (messageIds) => {
      const marks = new Set(messageIds.map(hashMessageId));
      const names = await readdir(directory).catch(() => []);
      for (const name of names)
        if (marks.has(MARK.exec(name)?.[1] ?? '')) await unlink(join(directory, name)).catch(() => undefined);
    },
    health: async () => {
      await mkdir(directory, { recursive: true });
      await access(directory, constants.W_OK);
    },
    close: async () => {
      composer.close();
    },
  };
};
