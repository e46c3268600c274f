export type { UploadDeps } from './deps';
export { createLinkRoute } from './upload-by-link';
export { receiveFile } from './receive-file';
export { createFileRoutes } from './serve-files';
export { createFileSweep } from './sweep';
export { noteUpload } from './upload-note.store';
export { uploadsRpc } from './uploads.rpc';
