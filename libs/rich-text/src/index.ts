export { normalizeRichText } from './normalize';
