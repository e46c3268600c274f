import { comparableDomain } from '@parley/addresses';
const readHost = (origin: string): string =>
  URL.canParse(origin) ? comparableDomain(new URL(origin).hostname) : '';

/** A domain stands for itself and everything below it; `*.` before it is allowed and means the same. */
const covers = (domain: string, host: string): boolean => {
  const name = comparableDomain(domain.trim().replace(/^\*\./, ''));
  return name !== '' && (host === name || host.endsWith(`.${name}`));
};

/**
 * Whether pages of an origin (`https://shop.example`, the header `Origin`) may speak as the widget of a project that allows
 * these domains. A project that names none allows all.
 */
export const isAllowedOrigin = (allowedDomains: readonly string[], origin: string | undefined): boolean => {
  if (allowedDomains.length === 0) return true;
  const host = origin === undefined ? '' : readHost(origin);
  return allowedDomains.some((domain) => covers(domain, host));
};
