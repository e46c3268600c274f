export { checkRedirect } from './check-redirect';
export { createRedirect } from './create-redirect';
export { deleteRedirect } from './delete-redirect';
export { listRedirects } from './list-redirects';
export { resolveRedirect } from './resolve-redirect';
export { updateRedirect } from './update-redirect';
