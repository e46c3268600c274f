export { composeSite, type SiteServer } from './compose';
