export { listRawData } from './list-raw-data';
