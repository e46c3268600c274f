export { createPreviewLink, type PreviewLink } from './preview-link';
