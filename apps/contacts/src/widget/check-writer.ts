import { projectScope } from '@parley/auth';
import { forbidden, unauthenticated } from '@parley/errors';
import type {
  CheckWriterRequest,
  CheckWriterResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { DomainError } from '@parley/errors';
import { fileId, releaseFile } from '@parley/files';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { keepUpload } from './upload.store';
import { findWriter } from './writer.store';

/**
 * The contact of a widget that is about to write, or has uploaded a file. 401 `invalid_session` when it is gone, 403
 * `contact_blocked`.
 */
export const checkWriter = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { svcId, uploadedFile }: CheckWriterRequest,
  context: CallContext,
): Promise<CheckWriterResponse> => {
  const { projectId } = projectScope(context.scope);
  const file = uploadedFile === undefined ? undefined : fileId(uploadedFile);
  const refuse = async (error: DomainError): Promise<never> => {
    if (file !== undefined) await releaseFile(db, file, clock());
    throw error;
  };
  const contact = await findWriter(db, projectId, svcId);
  if (!contact) return refuse(unauthenticated('INVALID_SESSION'));
  if (contact.blocked) return refuse(forbidden('CONTACT_BLOCKED'));
  const { id: contactId } = contact;
  if (file !== undefined && !(await keepUpload(db, { projectId, contactId, file }, clock())))
    return refuse(unauthenticated('INVALID_SESSION'));
  return { contactId };
};
