import { projectScope } from '@parley/auth';
import { fileUrl, isFileKey } from '@parley/files';
import { invalid } from '@parley/errors';
import {
  type UploadFileRequest,
  type UploadFileResponse,
} from '@parley/proto/generated/parley/gateway/v1/uploads_service';
import { type CallContext } from '@parley/rpc';
import { type UploadDeps } from './deps';

/** Answers the public URL of a file that was stored for this project while the form arrived; `file` is its key. */
export const uploadFile = async (
  { publicUrl }: Pick<UploadDeps, 'publicUrl'>,
  { file }: UploadFileRequest,
  context: CallContext,
): Promise<UploadFileResponse> => {
  const { projectId } = projectScope(context.scope);
  if (!isFileKey(file) || !file.startsWith(`${projectId}/`))
    throw invalid({ field: 'file', message: 'must be a file' });
  return { fileUrl: fileUrl(publicUrl(), file) };
};
