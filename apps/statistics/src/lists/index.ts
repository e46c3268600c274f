export { exportList } from './export-list';
export { getList } from './get-list';
