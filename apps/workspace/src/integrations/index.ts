export { getIntegration } from './get-integration';
