import { authenticate as verify, type AuthenticateResult } from 'mailauth';
import { Resolver } from 'node:dns/promises';
import { chooseVerdict, type MailAuthentication, toVerdict } from '@parley/inbound-mail';
import { addressRule } from '@parley/outbound';
import { readForVerifying } from './read-for-verifying';

/** The client that handed in a mail, and the names that it gave. */
export interface SmtpClient {
  address: string;
  helo: string;
  mailFrom: string;
}

/** Milliseconds after which signatures and SPF are queried no more, and policies: the sender waits for the answer. */
const LIMIT_MS = { others: 8_000, policies: 16_000 };
/** Milliseconds that one query may take. */
const QUERY_MS = 2_000;

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

/** DNS queries within a time. Slow servers of the domains that sign a mail leave time to ask for the policy of its sender. */
const openQueries = (servers: readonly string[]) => {
  const dns = new Resolver({ timeout: QUERY_MS, tries: 2 });
  if (servers.length > 0) dns.setServers(servers);
  const began = performance.now();
  const timers = Object.values(LIMIT_MS).map((ms) => setTimeout(() => dns.cancel(), ms));
  return {
    resolve: async (domain: string, type: string): Promise<string[] | string[][]> => {
      const limit = domain.startsWith('_dmarc.') ? LIMIT_MS.policies : LIMIT_MS.others;
      if (performance.now() - began > limit)
        throw Object.assign(new Error('There is no time for more queries'), { code: 'ETIMEOUT' });
      return dns.resolve(domain, type) as Promise<string[] | string[][]>;
    },
    close: (): void => {
      for (const timer of timers) clearTimeout(timer);
      dns.cancel();
    },
  };
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
