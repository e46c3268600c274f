export { checkRedirect } from './check-redirect';
export { comparable } from './address';
export { addRedirect, createRedirect } from './create-redirect';
export { deleteRedirect } from './delete-redirect';
export { listRedirects } from './list-redirects';
export { resolveRedirect } from './resolve-redirect';
export { updateRedirect } from './update-redirect';
export { findRedirectByAddress } from './redirect.store';
