import { projectScope } from '@parley/auth';
import type {
  CreateUploadLinksRequest,
  CreateUploadLinksResponse,
} from '@parley/proto/generated/parley/gateway/v1/uploads_service';
import type { CallContext } from '@parley/rpc';
import { MAX_FILE_BYTES } from '../limits';
import type { UploadDeps } from './deps';
import { signUploadLink } from './upload-link';

/** Makes an address for each file, which takes it without a token. Nothing is written until one is used. */
export const createUploadLinks = (
  deps: Pick<UploadDeps, 'publicUrl' | 'sealer' | 'now'>,
  { files }: CreateUploadLinksRequest,
  context: CallContext,
): Promise<CreateUploadLinksResponse> => {
  const { projectId } = projectScope(context.scope);
  const links = files.map(({ name, size = MAX_FILE_BYTES }) => {
    const { token, endsAt } = signUploadLink(deps, { projectId, name, maxBytes: size });
    const expiresAt = new Date(endsAt).toISOString();
    return { name, uploadUrl: uploadUrl(deps.publicUrl(), token), method: 'PUT', expiresAt };
  });
  return Promise.resolve({ links });
};

/** Below the root of the host, wherever that is. */
const uploadUrl = (publicUrl: string, token: string): string =>
  `${publicUrl.endsWith('/') ? publicUrl.slice(0, -1) : publicUrl}/uploads/${token}`;
