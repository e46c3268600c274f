export { awaitImport } from './await-import';
export { getImport } from './get-import';
export { createImportPruner, importPruningJob } from './prune-imports';
export { createImporter, importJob } from './run-import';
export { startImport } from './start-import';
