export { getLinkPreview } from './get-link-preview';
