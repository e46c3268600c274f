import { Resolver } from 'node:dns/promises';

/** Milliseconds after which signatures and SPF are queried no more, and policies: the sender waits for the answer. */
const LIMITS_MS = { others: 8_000, policies: 16_000 };
/** Milliseconds that one query may take. */
const QUERY_MS = 2_000;

/** DNS queries within a time. */
export interface Queries {
  resolve(domain: string, type: string): Promise<string[] | string[][]>;
  close(): void;
}

/** Slow servers of the domains that sign a mail leave time to ask for the policy of its sender. */
export const openQueries = (servers: readonly string[], limitsMs = LIMITS_MS): Queries => {
  const others = openResolver(servers, limitsMs.others);
  const policies = openResolver(servers, limitsMs.policies);
  return {
    resolve: (domain, type) => (domain.startsWith('_dmarc.') ? policies : others).resolve(domain, type),
    close: () => {
      others.close();
      policies.close();
    },
  };
};

const openResolver = (servers: readonly string[], limitMs: number): Queries => {
  const dns = new Resolver({ timeout: QUERY_MS, tries: 2 });
  if (servers.length > 0) dns.setServers(servers);
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    dns.cancel();
  }, limitMs);
  return {
    resolve: async (domain, type) => {
      if (isOver) throw Object.assign(new Error('There is no time for more queries'), { code: 'ETIMEOUT' });
      return dns.resolve(domain, type) as Promise<string[] | string[][]>;
    },
    close: () => {
      clearTimeout(timer);
      dns.cancel();
    },
  };
};
