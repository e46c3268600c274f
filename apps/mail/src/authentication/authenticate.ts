import { authenticate as verify, type AuthenticateResult } from 'mailauth';
import { chooseVerdict, type MailAuthentication, toVerdict } from '@parley/inbound-mail';
import { addressRule } from '@parley/outbound';
import { openQueries } from './queries';
import { readForVerifying } from './read-for-verifying';

/** The client that handed in a mail, and the names that it gave. */
export interface SmtpClient {
  address: string;
  helo: string;
  mailFrom: string;
}

/**
 * Verifies SPF, DKIM and DMARC of a mail (RFC 7208, 6376, 7489). SPF needs the address of the sending server. A private address belongs to
 * a relay, so SPF is `none`, and its absence alone fails no DMARC.
 */
export const authenticate = async (
  { dnsServers, name }: { dnsServers: readonly string[]; name: string },
  mime: Buffer,
  { address, helo, mailFrom }: SmtpClient,
): Promise<MailAuthentication> => {
  const isKnown = isPublicAddress(address);
  const queries = openQueries(dnsServers);
  try {
    const result = await verify(readForVerifying(mime), {
      ...(isKnown && { ip: address, helo, sender: mailFrom }),
      mta: name,
      resolver: queries.resolve,
      disableArc: true,
      disableBimi: true,
    });
    return toAuthentication(result, isKnown);
  } catch {
    return { spf: 'error', dkim: 'error', dmarc: 'error', isForged: false };
  } finally {
    queries.close();
  }
};

const isPublicAddress = addressRule([]);

const toAuthentication = (
  { spf, dkim, dmarc, dmarcSkipReason }: AuthenticateResult,
  isKnown: boolean,
): MailAuthentication => {
  const verdicts = {
    spf: spf && isKnown ? toVerdict(spf.status.result) : 'none',
    dkim: chooseVerdict(dkim.results.map(({ status }) => toVerdict(status.result))),
  } as const;
  // Of several authors one could vouch for the others.
  if (dmarcSkipReason?.startsWith('multiple')) return { ...verdicts, dmarc: 'fail', isForged: true };
  const verdict = dmarc ? toVerdict(dmarc.status.result) : 'none';
  if (!dmarc || verdict !== 'fail') return { ...verdicts, dmarc: verdict, isForged: false };
  if (!isKnown) return { ...verdicts, dmarc: 'none', isForged: false };
  return { ...verdicts, dmarc: 'fail', isForged: dmarc.policy === 'reject' || dmarc.policy === 'quarantine' };
};
