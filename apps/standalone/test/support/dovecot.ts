import { eventually, freePort } from '@parley/testing';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether Dovecot is on this machine (Debian's `dovecot-imapd`), and may give its mails to another user. */
export const hasDovecot = process.env['TEST_DOVECOT'] !== undefined && process.getuid?.() === 0;

/** A real IMAP server with one account. */
export interface Dovecot {
  port: number;
  user: string;
  password: string;
  /** Puts a mail into the inbox, as a delivery agent does. */
  deliver(mail: string): void;
  /** The files of a folder: names end with the flags. */
  list(folder?: 'INBOX' | 'Done'): string[];
  /** Loses all numbers of its mails, as a restored server does. */
  forgetNumbers(): void;
  stop(): Promise<void>;
}

/** Starts it in a folder of its own. */
export const startDovecot = async (): Promise<Dovecot> => {
  const home = mkdtempSync(join(tmpdir(), 'parley-dovecot-'));
  // Its processes run as nobody.
  chmodSync(home, 0o755);
  const maildir = join(home, 'mail');
  for (const folder of ['cur', 'new', 'tmp', '.Done/cur', '.Done/new', '.Done/tmp'])
    mkdirSync(join(maildir, folder), { recursive: true });
  writeFileSync(join(maildir, '.Done/maildirfolder'), '');
  const port = await freePort();
  const user = 'help';
  const password = 'a secret';
  writeFileSync(join(home, 'users'), `${user}:{PLAIN}${password}\n`);
  writeFileSync(join(home, 'dovecot.conf'), settings(home, maildir, port));
  spawnSync('chown', ['-R', 'nobody:nogroup', maildir]);
  const server: ChildProcess = spawn(
    process.env['TEST_DOVECOT'] ?? 'dovecot',
    ['-F', '-c', join(home, 'dovecot.conf')],
    {
      stdio: 'ignore',
    },
  );
  await eventually(async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  });
  let count = 0;
  const findFolder = (folder: 'INBOX' | 'Done'): string =>
    folder === 'INBOX' ? maildir : join(maildir, '.Done');
  return {
    port,
    user,
    password,
    deliver: (mail) => {
      const name = join(maildir, 'new', `${Date.now()}.${(count += 1)}.test`);
      writeFileSync(name, mail);
      spawnSync('chown', ['nobody:nogroup', name]);
    },
    list: (folder = 'INBOX') =>
      ['new', 'cur'].flatMap((place) => readdirSync(join(findFolder(folder), place))),
    forgetNumbers: () => {
      for (const name of readdirSync(maildir).filter((one) => one.startsWith('dovecot')))
        rmSync(join(maildir, name), { recursive: true });
    },
    stop: async () => {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
      rmSync(home, { recursive: true, force: true });
    },
  };
};

const settings = (home: string, maildir: string, port: number): string => `
base_dir = ${home}/run
state_dir = ${home}/state
log_path = ${home}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = nobody
default_login_user = nobody
default_internal_group = nogroup
mail_uid = nobody
mail_gid = nogroup
first_valid_uid = 1
mail_location = maildir:${maildir}
mailbox_list_index = no
passdb {
  driver = passwd-file
  args = scheme=PLAIN ${home}/users
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${home}/mail
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`;
