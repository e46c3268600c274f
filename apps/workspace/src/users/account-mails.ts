import { emailDomain } from '@parley/addresses';
import { enqueueMail } from '@parley/mail';
import { newId, type Sql } from '@parley/persistence';
import type { Deps } from '../deps';

/** Account mails belong to no project; queue and events name this instead. */
export const NO_PROJECT = 'account';

/** A mail from the platform to one person. */
export interface AccountMail {
  to: string;
  subject: string;
  text: string;
}

const greeting = (name: string): string => (name === '' ? 'Hello,' : `Hello ${name},`);

const minutes = (seconds: number): string => {
  const count = Math.max(1, Math.round(seconds / 60));
  return count === 1 ? '1 minute' : `${count} minutes`;
};

/** The mail that carries a verification code. */
export const verificationMail = (
  person: { email: string; name: string },
  code: string,
  ttlSeconds: number,
): AccountMail => ({
  to: person.email,
  subject: `${code} is your Parley verification code`,
  text: [
    greeting(person.name),
    '',
    `your verification code is ${code}. It is valid for ${minutes(ttlSeconds)}.`,
    '',
    'If you did not ask for it, ignore this mail: without the code nobody can use your address.',
    '',
  ].join('\n'),
});

/** The mail that carries a token for another password. The token is behind the `#`, which browsers send nowhere. */
export const resetMail = (
  person: { email: string; name: string },
  publicUrl: string,
  token: string,
): AccountMail => ({
  to: person.email,
  subject: 'Set a new Parley password',
  text: [
    greeting(person.name),
    '',
    'set a new password here, within 30 minutes:',
    '',
    `${publicUrl}/inbox#reset=${token}`,
    '',
    'You are signed out everywhere then. If you did not ask for it, ignore this mail: your password stays.',
    '',
  ].join('\n'),
});

/** The mail to the owner of an account after another sign-up with its address. */
export const alreadyRegisteredMail = (person: { email: string; name: string }): AccountMail => ({
  to: person.email,
  subject: 'You already have a Parley account',
  text: [
    greeting(person.name),
    '',
    'someone signed up for Parley with this address, which already has an account. Nothing was changed.',
    '',
    'If it was you, log in with your password. If it was not, ignore this mail.',
    '',
  ].join('\n'),
});

/** Queues a mail in the transaction of its change. */
export const enqueueAccountMail = async (
  { mailFrom }: Pick<Deps, 'mailFrom'>,
  sql: Sql,
  { to, subject, text }: AccountMail,
): Promise<void> => {
  const id = newId();
  await enqueueMail(sql, {
    id,
    projectId: NO_PROJECT,
    mail: {
      messageId: `${id}@${emailDomain(mailFrom)}`,
      from: { address: mailFrom, name: 'Parley' },
      to: { address: to },
      subject,
      text,
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
  });
};
