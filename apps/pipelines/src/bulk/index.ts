export { bulkUpdate } from './bulk-update';
export { exportEntries } from './export-entries';
export { importEntries } from './import-entries';
export { writeRows } from './write-rows';
