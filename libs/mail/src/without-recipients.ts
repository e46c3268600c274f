import type { MailAddress, MailRecipients } from './mail';

/**
 * The recipients of a mail without some addresses; undefined when none is left that has yet to get it. Others in To or Cc take the place
 * in To. With Bcc alone the sender does, who gets no mail.
 */
export const withoutRecipients = (
  { from, to, moreTo = [], cc = [], bcc = [], only }: MailRecipients,
  addresses: readonly string[],
): Omit<MailRecipients, 'from'> | undefined => {
  const gone = new Set(addresses);
  const stay = (list: readonly MailAddress[]): MailAddress[] =>
    list.filter(({ address }) => !gone.has(address));
  const named = stay([to, ...moreTo]);
  const copied = stay(cc);
  const hidden = stay(bcc);
  const waiting = only?.filter((address) => !gone.has(address));
  if (waiting?.length === 0) return undefined;
  const [first, ...others] = named.length > 0 ? named : copied;
  if (!first && hidden.length === 0) return undefined;
  const shownCc = named.length > 0 ? copied : [];
  return {
    to: first ?? from,
    ...(others.length > 0 && { moreTo: others }),
    ...(shownCc.length > 0 && { cc: shownCc }),
    ...(hidden.length > 0 && { bcc: hidden }),
    ...(first ? waiting && { only: waiting } : { only: waiting ?? hidden.map(({ address }) => address) }),
  };
};
