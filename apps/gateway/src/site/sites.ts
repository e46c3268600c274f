import { comparableDomain } from '@parley/addresses';
import { createLocalCache } from '@parley/cache';
import { DomainError } from '@parley/errors';
import type { ResolveHelpcenterSiteResponse } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { isIP } from 'node:net';
import { type Directory, directoryContext } from '../auth';

/** How long the address of a help center is cached, in milliseconds. */
const BELIEF_MS = 5_000;
const MAX_SITES = 10_000;

/** A help center that an address names. */
export interface Site extends ResolveHelpcenterSiteResponse {
  /** Canonical address without a slash at the end. */
  root: string;
}

/** Finds help centers by their addresses; undefined when there is none. */
export interface Sites {
  byName(site: string): Promise<Site | undefined>;
  byDomain(domain: string): Promise<Site | undefined>;
}

/** What can be the own domain of a help center: a name of at least two labels. */
const mayBeDomain = (host: string): boolean => host.includes('.') && isIP(host) === 0;

/** Asks the workspace service for help centers, each at most every 5 s; so also for those that are not there. */
export const createSites = (
  directory: Pick<Directory, 'resolveHelpcenterSite'>,
  publicUrl: () => string,
): Sites => {
  const sites = createLocalCache<Site | 'none'>({ max: MAX_SITES, ttlMs: BELIEF_MS });
  const find = async (request: { site?: string; domain?: string }): Promise<Site | undefined> => {
    const found = await sites.getOrLoad(JSON.stringify(request), async () => {
      try {
        const site = await directory.resolveHelpcenterSite(request, directoryContext());
        const { customDomain, slug, projectId } = site;
        const root = customDomain ? `https://${customDomain}` : `${publicUrl()}/help/${slug ?? projectId}`;
        return { ...site, root };
      } catch (error) {
        if (error instanceof DomainError && error.kind === 'notFound') return 'none';
        throw error;
      }
    });
    return found === 'none' ? undefined : found;
  };
  return {
    byName: (site) => (/^[a-z0-9-]{3,60}$/.test(site) ? find({ site }) : Promise.resolve(undefined)),
    byDomain: async (domain) => {
      const host = comparableDomain(domain);
      if (!mayBeDomain(host) || host === new URL(publicUrl()).hostname) return undefined;
      return find({ domain: host });
    },
  };
};
