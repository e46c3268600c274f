import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NAME = 'postgres';

/** The user that the server runs as; undefined for the user of this process. */
export type Account = { uid: number; gid: number } | undefined;

const findAccount = async (name: string): Promise<Account> => {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, name])));
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
  } catch {
    return undefined;
  }
};

/**
 * PostgreSQL refuses to run as root. Then the owner of the existing data takes over, else the account `postgres`, which
 * is created when the machine has none.
 *
 * @throws Error when the account cannot be created.
 */
export const serverAccount = async (data: string): Promise<Account> => {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(data).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const known = await findAccount(NAME);
  if (known) return known;
  try {
    await run('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      NAME,
    ]);
  } catch (cause) {
    throw new Error(
      `PostgreSQL does not run as root, and the account "${NAME}" could not be created for it. ` +
        `Create that account, start as another user, or set DATABASE_URL to a server of yours.`,
      { cause },
    );
  }
  return findAccount(NAME);
};
