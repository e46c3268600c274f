import type { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { type CallContext, type Client, systemContext } from '@parley/rpc';

/** A person by name. */
export interface Named {
  id: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  profileImageUrl?: string | undefined;
  userType: string;
}

/** Names of people and service accounts that came with no event. */
export interface Directory {
  find(projectId: string, ids: readonly string[], context: CallContext): Promise<Named[]>;
}

/** Ids asked for at once. */
const PAGE = 500;

/** Asks the workspace service. */
export const createDirectory = (client: Client<DirectoryServiceDefinition>): Directory => ({
  find: async (projectId, ids, { requestId }) => {
    const found: Named[] = [];
    for (let from = 0; from < ids.length; from += PAGE) {
      const userIds = ids.slice(from, from + PAGE);
      const context = systemContext('statistics', { projectId, requestId });
      const { members } = await client.getMembers({ projectId, userIds }, context);
      found.push(...members);
    }
    return found;
  },
});
