import { createFreshdeskReader } from './freshdesk';
import { createHubspotReader } from './hubspot';
import { createIntercomReader } from './intercom';
import type { PlatformName, PlatformReader } from './platform';
import type { PlatformClient } from './platform-client';
import { createZendeskReader } from './zendesk';

/** The reader of each platform. State of a reader belongs to one import. */
export const readers: Record<PlatformName, (client: PlatformClient) => PlatformReader> = {
  intercom: createIntercomReader,
  hubspot: createHubspotReader,
  zendesk: createZendeskReader,
  freshdesk: createFreshdeskReader,
};
