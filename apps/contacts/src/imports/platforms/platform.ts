import type { PlatformCompany } from './platform-company';
import type { PlatformContact } from './platform-contact';

/** One page of another platform's contacts. */
export interface PlatformPage {
  contacts: PlatformContact[];
  /** The companies that they name, each once. */
  companies: PlatformCompany[];
  /** Where the next page begins; undefined after the last. */
  next: string | undefined;
}

/** Reads the contacts of another platform page by page. */
export interface PlatformReader {
  /** The page at a position, the first without one. Throws a PlatformError. */
  page(position: string | undefined): Promise<PlatformPage>;
}

export const platformNames = ['intercom', 'hubspot', 'zendesk', 'freshdesk'] as const;

export type PlatformName = (typeof platformNames)[number];

/** What each platform is called in messages. */
export const platformTitles: Record<PlatformName, string> = {
  intercom: 'Intercom',
  hubspot: 'HubSpot',
  zendesk: 'Zendesk',
  freshdesk: 'Freshdesk',
};

/** The address and credentials of a platform. */
export interface PlatformAccess {
  /** Address of the API, without a slash at the end. */
  baseUrl: string;
  /** Value of the header `Authorization`. */
  authorization: string;
}
