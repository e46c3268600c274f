export { fileKey, fileUrl, isFileKey, keyOfFileUrl, nameOfKey, safeFileName } from './file-key';
export { type FileKind, honestName, isShown, SAMPLE_BYTES, sniff, typeOfName } from './file-kind';
export { type ByteRange, type FileInfo, type FileStore, type OpenFile } from './file-store';
export { createFolderStore, type FolderStoreOptions } from './folder-store';
export { demandFreeSpace } from './free-space';
export { createLayeredStore } from './layered-store';
export { createS3Store, type S3StoreOptions } from './s3-store';
export { SvgTooComplexError } from './svg/harmless-svg';
export { discardFile, openContent, type Opened, storeAway, storeFile } from './store-file';
