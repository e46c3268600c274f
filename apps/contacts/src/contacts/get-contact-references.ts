import { projectScope } from '@parley/auth';
import { invalid } from '@parley/errors';
import type {
  GetContactReferencesRequest,
  GetContactReferencesResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentReference } from './contact.present';
import { findReferences } from './contact.reference.store';

export const MAX_IDS = 500;

/** Answers what other services keep of the contacts among the given ids. 400 for more than 500 ids. */
export const getContactReferences = async (
  { prisma }: Pick<Deps, 'prisma'>,
  { ids }: GetContactReferencesRequest,
  context: CallContext,
): Promise<GetContactReferencesResponse> => {
  if (ids.length > MAX_IDS) throw invalid({ field: 'ids', message: `takes at most ${MAX_IDS} ids` });
  const { projectId } = projectScope(context.scope);
  return { contacts: (await findReferences(prisma, projectId, ids)).map(presentReference) };
};
