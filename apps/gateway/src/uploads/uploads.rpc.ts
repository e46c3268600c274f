import { UploadsServiceDefinition } from '@parley/proto/generated/parley/gateway/v1/uploads_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { UploadDeps } from './deps';
import { createUploadLinks } from './create-upload-links';
import { importImage } from './import-image';
import { uploadContactFile } from './upload-contact-file';
import { uploadFile } from './upload-file';

export const uploadsRpc = (deps: UploadDeps): ServiceImplementation =>
  implement(UploadsServiceDefinition, {
    uploadFile: (request, context) => uploadFile(deps, request, context),
    importImage: (request, context) => importImage(deps, request, context),
    createUploadLinks: (request, context) => createUploadLinks(deps, request, context),
    uploadContactFile: (request, context) => uploadContactFile(deps, request, context),
  });
