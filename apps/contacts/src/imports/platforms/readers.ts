import { createHubspotReader } from './hubspot';
import { createIntercomReader } from './intercom';
import { type PlatformName, type PlatformReader } from './platform';
import { type PlatformClient } from './platform-client';
import { createZendeskReader } from './zendesk';

/** How each platform is read. What a reader learns is of one import only. */
export const readers: Record<PlatformName, (client: PlatformClient) => PlatformReader> = {
  intercom: createIntercomReader,
  hubspot: createHubspotReader,
  zendesk: createZendeskReader,
};
