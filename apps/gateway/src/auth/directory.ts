import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { type CallContext, type Caller, type Client, createClient, systemContext } from '@parley/rpc';

/** Longest wait for an answer about a caller, in milliseconds. */
const DIRECTORY_TIMEOUT_MS = 5_000;

/** The gateway's client of the workspace. */
export type Directory = Client<typeof DirectoryServiceDefinition>;

/** A client of the workspace's directory. */
export const createDirectory = (workspace: Caller): Directory =>
  createClient(DirectoryServiceDefinition, workspace);

/** The context of a question about a caller; its answer may serve several requests. */
export const directoryContext = (requestId?: string): CallContext => ({
  ...systemContext('gateway', requestId === undefined ? {} : { requestId }),
  deadline: Date.now() + DIRECTORY_TIMEOUT_MS,
});
