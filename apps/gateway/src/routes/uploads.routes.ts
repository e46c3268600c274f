import { UploadsServiceDefinition as uploads } from '@parley/proto/generated/parley/gateway/v1/uploads_service';
import { operation } from '../rest';
import { MAX_FILE_BYTES } from '../limits';

/** Above the minute that fetching an image may take. */
const IMPORT_TIMEOUT_MS = 75_000;

export const uploadOperations = [
  operation('uploads.upload', 'POST /uploads', uploads, 'uploadFile', {
    permission: 'UPLOAD_CREATE',
    form: 'file',
    maxBodyBytes: MAX_FILE_BYTES,
  }),
  operation('uploads.links', 'POST /uploads/links', uploads, 'createUploadLinks', {
    permission: 'UPLOAD_CREATE',
    out: 'links',
  }),
  operation('uploads.from-url', 'POST /uploads/from-url', uploads, 'importImage', {
    permission: 'UPLOAD_CREATE',
    timeoutMs: IMPORT_TIMEOUT_MS,
  }),
];
