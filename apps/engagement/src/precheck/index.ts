export { precheckPage } from './precheck';
