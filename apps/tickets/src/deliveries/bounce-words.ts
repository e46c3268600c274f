import type { ReportedRecipient } from '@parley/inbound-mail';

/** Reasons by the status of RFC 3463, the closest first. */
const REASONS: readonly [RegExp, string][] = [
  [/^\d\.1\.(?:1|6|10)$/, 'The mailbox does not exist.'],
  [/^\d\.1\.2$/, 'The domain of the address does not exist.'],
  [/^\d\.1\.3$/, 'The address is not valid.'],
  [/^\d\.1\.(?:7|8)$/, 'The server did not accept the address of the sender.'],
  [/^\d\.1\./, 'The server did not accept the address.'],
  [/^\d\.2\.1$/, 'The mailbox is disabled.'],
  [/^\d\.2\.2$/, 'The mailbox is full.'],
  [/^\d\.(?:2\.3|3\.4)$/, 'The mail is too large for the server or the mailbox.'],
  [/^\d\.4\.6$/, 'The mail went round in a circle of servers.'],
  [/^\d\.4\.7$/, 'The server did not take the mail in time.'],
  [/^\d\.4\./, 'The server could not be reached.'],
  [/^\d\.6\./, 'The server did not accept the content.'],
  [/^\d\.7\./, 'The server refused the mail by its rules.'],
];

const OTHER = 'The mail could not be delivered.';
const MAX_DETAIL = 500;

/** Why a mail came back: the reason in words, then the server's own. */
export const bounceWords = ({
  status = '',
  diagnostic,
}: Pick<ReportedRecipient, 'status' | 'diagnostic'>): string => {
  const reason = REASONS.find(([code]) => code.test(status))?.[1] ?? OTHER;
  return (diagnostic === undefined ? reason : `${reason} ${diagnostic}`)
    .replaceAll('\0', '')
    .slice(0, MAX_DETAIL)
    .toWellFormed();
};
