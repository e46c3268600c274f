import type { ReceivedEmail } from '../read-email';
import { isAnswerSubject, isForwardSubject } from '../mail-headers';
import { FAILED_SUBJECT, FAILURE, isDelay, isReturnedStart, UNDELIVERED } from './notice-words';
import type { ReportedRecipient } from './read-report';

const MAX_LINES = 1_000;
const MAX_LINE = 500;
const MAX_RECIPIENTS = 50;
const MAX_DIAGNOSTIC = 500;

type Mail = Pick<ReceivedEmail, 'header' | 'from' | 'subject' | 'recipients'>;

const ADDRESS = `[^\\s<>;,"'()\\[\\]:]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?`;

/** Where the address of a failed recipient is in a line, the surest first. */
const FORMS: readonly RegExp[] = [
  // `RCPT TO:<a@b.example>`
  new RegExp(`rcpt to: ?<?(${ADDRESS})`, 'i'),
  // `Recipient: <a@b.example>`, `Failed Recipient: a@b.example`, `Unknown user: a@b.example`
  new RegExp(
    `(?:recipients?|user|address(?:es)?|mailbox|account|mail to|sent to)(?: [\\w()]{1,20}){0,4}[ \\t]*[:=,][ \\t]*["'<\\[(]{0,3}(?:smtp:|mailto:)?(${ADDRESS})`,
    'i',
  ),
  // A line that begins with it: `<a@b.example>: host mx said: 550 …`, `  a@b.example`, `* a@b.example`
  new RegExp(
    `^[\\s>*•.-]{0,20}(?:(?:"[^"]{0,100}"|[\\w.]{1,30}(?: [\\w.]{1,30}){0,3})[ \\t]{1,4})?[<(\\['"]{0,2}(?:mailto:|smtp:)?(${ADDRESS})`,
    'i',
  ),
  // `550 5.1.1 <a@b.example>... User unknown`, `… <a@b.example> …`
  new RegExp(`<(?:mailto:|smtp:)?(${ADDRESS})>`, 'i'),
  new RegExp(`(?:^|[\\s"'(\\[:=])(${ADDRESS})(?=[\\s"')\\],.:;]|$)`, 'i'),
];

const CODE = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/;
const REPLY = /(?:^|[\s:>(<"#])([45])\d\d(?=[ \t-]|$|\))/;

const DAEMON = /^"?[^"@<]{0,80}"?\s?<?mailer[-_ ]?daemon/i;
const POSTMASTER =
  /^(?:post[_-]?master|mail-?daemon|mdaemon|mail[._-]?(?:delivery|system|admin|router|gateway)[\w.-]{0,40}|microsoftexchange\w*)@/i;
const POSTMASTER_NAME =
  /mail(?:er)?[ -]?(?:delivery|daemon|system|administrator)|post ?master|system administrator|delivery (?:sub)?system|internet mail/i;
const PROGRAM =
  /^(?:(?:no|do-?not)-?reply|bounces?|mail|root|admin(?:istrator)?|\w{0,20}-?daemon)\b[^@]{0,80}@/i;

/** Commands of the session in which a mail was refused. */
const MAIL_FROM = /^\s{0,9}mail from:/i;
const RCPT_TO = /^\s{0,9}rcpt to:/i;

/** How much a mail has to say itself before it is a notice. */
type Proof = 'words' | 'form' | 'code' | 'session' | 'none';

/**
 * How much makes a mail a notice, by its sender: some words, if nothing but servers send such mails; a subject, code or mail that is
 * returned, if a person or a vacation program may; a subject, the mail and a code or the surest words, if any program may; the commands of
 * a session, if it has the subject of an answer. A person is no
 * server, and hands notices on.
 */
export const proofOf = ({ header, from, subject }: Pick<Mail, 'header' | 'from' | 'subject'>): Proof => {
  const sender = from?.address ?? '';
  if (
    (header('x-failed-recipients')[0] ?? '') !== '' ||
    /^multipart\/report\b/i.test((header('content-type')[0] ?? '').trim()) ||
    DAEMON.test(header('from')[0] ?? '') ||
    DAEMON.test(sender)
  )
    return 'words';
  const isNull = /^<(?:mailer-daemon)?>$/i.test((header('return-path')[0] ?? '').trim());
  const isEmpty = from === undefined && (header('from')[0] ?? '') !== '';
  if (isNull || isEmpty) return 'form';
  // Persons at such addresses answer, and hand on.
  if (isForwardSubject(subject)) return 'none';
  if (isAnswerSubject(subject)) return POSTMASTER.test(sender) ? 'session' : 'none';
  if (POSTMASTER.test(sender) || POSTMASTER_NAME.test(from?.name ?? '')) return 'form';
  return PROGRAM.test(sender) ? 'code' : 'none';
};

/** Whether a mail says enough of a failure. */
const isProven = (proof: Proof, subject: string, lines: readonly string[], isReturned: boolean): boolean => {
  const hasCode = lines.some((line) => CODE.test(line) || REPLY.test(line));
  const hasWords = lines.some((line) => FAILURE.test(line));
  if (proof === 'words') return hasCode || hasWords || FAILURE.test(subject);
  if (proof === 'session')
    return hasCode && [MAIL_FROM, RCPT_TO].every((command) => lines.some((line) => command.test(line)));
  const isSure = isReturned && (hasCode || lines.some((line) => UNDELIVERED.test(line)));
  if (proof === 'code') return isSure && FAILED_SUBJECT.test(subject);
  return isSure || (FAILED_SUBJECT.test(subject) && (hasCode || hasWords || UNDELIVERED.test(subject)));
};

/** A line that names a recipient. */
interface Named {
  address: string;
  at: number;
  rank: number;
}

const rankOf = (line: string): Pick<Named, 'address' | 'rank'> | undefined => {
  for (const [rank, form] of FORMS.entries()) {
    const address = form.exec(line)?.[1];
    if (address !== undefined) return { address, rank };
  }
  return undefined;
};

/** Forms from this one on also find other addresses than those of recipients. */
const UNSURE = 3;

/** The addresses that a server writes about itself, and the one that the notice came to. */
const isOther = ({ address, rank }: Pick<Named, 'address' | 'rank'>, mail: Mail): boolean =>
  /^(?:post-?master|mailer-daemon|abuse|support|helpdesk)@/i.test(address) ||
  address.toLowerCase() === mail.from?.address ||
  (rank >= UNSURE && mail.recipients.includes(address.toLowerCase()));

/** The lines of a notice above the mail that it returns, and the recipients of that. */
const splitNotice = (text: string): { lines: string[]; returnedTo: string[] } => {
  const lines = text.split(/\r\n|\n|\r/, MAX_LINES).map((line) => line.slice(0, MAX_LINE));
  const end = lines.findIndex((line, at) => at > 0 && isReturnedStart(line, lines[at + 1] ?? ''));
  if (end < 0) return { lines, returnedTo: [] };
  const to = lines.slice(end).find((line) => /^[>| \t]{0,9}to:.*@/i.test(line)) ?? '';
  const address = new RegExp(`(${ADDRESS})`, 'i').exec(to)?.[1];
  return { lines: lines.slice(0, end), returnedTo: address === undefined ? [] : [address] };
};

const statusIn = (lines: readonly string[]): string | undefined => {
  for (const line of lines) {
    const code = CODE.exec(line)?.[1];
    if (code !== undefined) return code;
  }
  for (const line of lines) {
    const reply = REPLY.exec(line)?.[1];
    if (reply !== undefined) return `${reply}.0.0`;
  }
  return undefined;
};

const wordsIn = (lines: readonly string[]): string | undefined => {
  const at = lines.findIndex((line) => CODE.test(line) || REPLY.test(line) || FAILURE.test(line));
  const words = lines
    .slice(at, at + 4)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[-=_*]+$/.test(line))
    .join(' ');
  return at < 0 || words === '' ? undefined : words.slice(0, MAX_DIAGNOSTIC);
};

/** The best lines that name recipients: those of the returned mail's, else those of the surest form. */
const chooseNamed = (lines: readonly string[], mail: Mail, mailedTo: readonly string[]): Named[] => {
  const all = lines.flatMap((line, at) => {
    const found = line.includes('@') ? rankOf(line) : undefined;
    return found && !isOther(found, mail) ? [{ ...found, at }] : [];
  });
  const to = mailedTo.map((address) => address.toLowerCase());
  const known = all.filter(({ address }) => to.includes(address.toLowerCase()));
  const rank = Math.min(...all.map((one) => one.rank));
  const chosen = known.length > 0 ? known : all.filter((one) => one.rank === rank);
  const first = new Map<string, Named>();
  for (const one of chosen)
    if (!first.has(one.address.toLowerCase())) first.set(one.address.toLowerCase(), one);
  return [...first.values()].slice(0, MAX_RECIPIENTS);
};

const listed = (mail: Mail): string[] =>
  (mail.header('x-failed-recipients')[0] ?? '')
    .slice(0, 5_000)
    .split(/[,\s]+/)
    .filter((address) => address.includes('@'));

/** The recipients that the notice of a server names in its text; none when it is no such notice. */
export const readNotice = (text: string, mail: Mail, mailedTo: readonly string[]): ReportedRecipient[] => {
  const proof = proofOf(mail);
  if (proof === 'none') return [];
  const { lines, returnedTo } = splitNotice(text);
  const isReturned = mailedTo.length > 0 || returnedTo.length > 0 || lines.some((line) => RCPT_TO.test(line));
  if (!isProven(proof, mail.subject, lines, isReturned)) return [];
  const action = isDelay(mail.subject, lines) ? 'delayed' : 'failed';
  const named = chooseNamed(lines, mail, [...listed(mail), ...mailedTo, ...returnedTo]);
  const about = (from: number, to: number): Pick<ReportedRecipient, 'status' | 'diagnostic'> => {
    const own = lines.slice(from, to);
    return { status: statusIn(own) ?? statusIn(lines), diagnostic: wordsIn(own) ?? wordsIn(lines) };
  };
  if (named.length > 0)
    return named.map(({ address, at }, index) => ({
      address,
      action,
      ...about(at, named[index + 1]?.at ?? lines.length),
    }));
  const others = [listed(mail), mailedTo, returnedTo].find((list) => list.length > 0) ?? [];
  return others.slice(0, MAX_RECIPIENTS).map((address) => ({ address, action, ...about(0, lines.length) }));
};
