export { isLinkUsed, pruneLinks, useLink } from './used-link.store';
