import type { CallContext, Client } from '@parley/rpc';
import type { Logger } from '@parley/telemetry';
import type { CompanyDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/company_directory_service';
import { LRUCache } from 'lru-cache';
import type { ContactRecord } from '../core';

/** Milliseconds that a company's service level is cached. */
const TTL = 2_000;
const CACHE_ENTRIES = 10_000;

/** The SLAs of contacts. */
export interface ServiceLevels {
  /**
   * Minutes to an answer that are promised to a contact: its own, else those of its company; undefined when neither has
   * any, so that those of the team count.
   */
  of(
    context: CallContext,
    projectId: string,
    contact: Pick<ContactRecord, 'sla' | 'companyId'>,
  ): Promise<number | undefined>;
}

/** What service levels are made of. */
export interface ServiceLevelsOptions {
  companies: Client<CompanyDirectoryServiceDefinition>;
  log: Logger;
}

const isPromise = (minutes: number | null | undefined): minutes is number => minutes != null && minutes > 0;

/** Opens the service levels. */
export const createServiceLevels = ({ companies, log }: ServiceLevelsOptions): ServiceLevels => {
  const cache = new LRUCache<string, { sla: number | undefined }>({ max: CACHE_ENTRIES, ttl: TTL });

  const ofCompany = async (context: CallContext, projectId: string, companyId: string) => {
    const key = `${projectId} ${companyId}`;
    const known = cache.get(key);
    if (known) return known.sla;
    try {
      const { sla } = await companies.checkCompany({ companyId }, context);
      cache.set(key, { sla });
      return sla;
    } catch (error) {
      // A contact's message is worth more than the exact minute of its due time.
      log.warn({ err: error, companyId }, 'The service level of a company could not be read');
      return undefined;
    }
  };

  return {
    of: async (context, projectId, { sla, companyId }) => {
      if (isPromise(sla)) return sla;
      const promised = companyId ? await ofCompany(context, projectId, companyId) : undefined;
      return isPromise(promised) ? promised : undefined;
    },
  };
};
