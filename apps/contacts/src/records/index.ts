export { findRecords } from './find-records';
export { getRecords } from './get-records';
export { writeRecordAttributes } from './write-record-attributes';
