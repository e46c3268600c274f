export { composeSite, type SiteServer } from './compose';
export { pruneLinks } from './used-link.store';
