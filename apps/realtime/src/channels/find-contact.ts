import { DomainError } from '@parley/errors';
import { systemContext } from '@parley/rpc';
import type { Deps } from '../deps';
import type { Connection } from '../connections';

/**
 * The contact of channels with an `svcId`: the one named in its signature, else the one from the contacts service. Undefined when
 * it is deleted.
 */
export const findContact = async (
  { contacts }: Pick<Deps, 'contacts'>,
  { project: { id: projectId, organisationId } }: Connection,
  svcId: string,
  named: string | undefined,
): Promise<string | undefined> => {
  if (named !== undefined) return named;
  try {
    const context = systemContext('realtime', { projectId, organisationId });
    return (await contacts.getContactBySvcId({ svcId }, context)).contact?.id;
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'INVALID_SESSION') return undefined;
    throw error;
  }
};
