import type { IntegrationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/integrations_service';
import type { CallContext, Client } from '@parley/rpc';
import { asObject, type Credentials } from './provider';

/**
 * Asks the workspace for the credentials of a project's integration; undefined when it is not set up. A text is the
 * `apiKey` alone.
 */
export const readCredentials = async (
  integrations: Client<IntegrationsServiceDefinition>,
  { projectId, provider }: { projectId: string; provider: string },
  context: CallContext,
): Promise<Credentials | undefined> => {
  const { credentials } = await integrations.getIntegration({ projectId, provider }, context);
  if (credentials === undefined) return undefined;
  return typeof credentials === 'string' ? { apiKey: credentials } : asObject(credentials);
};
