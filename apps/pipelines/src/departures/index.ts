export { deleteRecord } from './delete-record';
export { mergeRecord } from './merge-record';
