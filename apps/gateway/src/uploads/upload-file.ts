import { projectScope } from '@parley/auth';
import { fileUrl, isFileKey } from '@parley/files';
import { invalid } from '@parley/errors';
import type {
  UploadFileRequest,
  UploadFileResponse,
} from '@parley/proto/generated/parley/gateway/v1/uploads_service';
import type { CallContext } from '@parley/rpc';
import type { UploadDeps } from './deps';
import { forgetUploads } from './upload-note.store';

/** The public URL of a file of the project by its key. */
export const buildUrl = (
  { publicUrl }: Pick<UploadDeps, 'publicUrl'>,
  file: string,
  projectId: string,
): string => {
  if (!isFileKey(file) || !file.startsWith(`${projectId}/`))
    throw invalid({ field: 'file', message: 'must be a file' });
  return fileUrl(publicUrl(), file);
};

/**
 * Answers the public URL of a file that was stored for this project while the form arrived; `file` is its key. It stays,
 * also while nothing names it yet: its address may stand outside of the platform.
 */
export const uploadFile = async (
  deps: Pick<UploadDeps, 'publicUrl' | 'sql'>,
  { file }: UploadFileRequest,
  context: CallContext,
): Promise<UploadFileResponse> => {
  const answer = buildUrl(deps, file, projectScope(context.scope).projectId);
  await forgetUploads(deps.sql, [file]);
  return { fileUrl: answer };
};
