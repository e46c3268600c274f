import {
  type FindNamedFilesRequest,
  type FindNamedFilesResponse,
} from '@parley/proto/generated/parley/tickets/v1/message_directory_service';
import { type CallContext } from '@parley/rpc';
import { type Deps } from '../deps';
import { namedFiles } from './named-files.store';

/** Those of the files that messages of the project name. */
export const findNamedFiles = async (
  { db }: Pick<Deps, 'db'>,
  { keys, since }: FindNamedFilesRequest,
  { scope: { projectId } }: Pick<CallContext, 'scope'>,
): Promise<FindNamedFilesResponse> => {
  if (projectId === undefined) throw new Error('The call carries no project');
  return { keys: await namedFiles(db, projectId, keys, since === undefined ? new Date(0) : new Date(since)) };
};
