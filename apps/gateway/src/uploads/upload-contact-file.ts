import { projectScope } from '@parley/auth';
import { unauthenticated } from '@parley/errors';
import type {
  UploadContactFileRequest,
  UploadContactFileResponse,
} from '@parley/proto/generated/parley/gateway/v1/uploads_service';
import type { CallContext } from '@parley/rpc';
import type { UploadDeps } from './deps';
import { buildUrl } from './upload-file';

/**
 * Answers the public URL of a file that a contact's widget sent. It stays noted, so that it is deleted unless something
 * names it in time, and at once with the contact. 403 `contact_blocked`.
 */
export const uploadContactFile = async (
  deps: Pick<UploadDeps, 'publicUrl' | 'contacts'>,
  { file }: UploadContactFileRequest,
  context: CallContext,
): Promise<UploadContactFileResponse> => {
  const { actor, projectId } = projectScope(context.scope);
  if (actor.type !== 'contact') throw unauthenticated('INVALID_SESSION', 'The widget session is missing.');
  await deps.contacts.checkWriter({ svcId: actor.id, uploadedFile: file }, context);
  return { fileUrl: buildUrl(deps, file, projectId) };
};
