import { RedirectsServiceDefinition as redirects } from '@parley/proto/generated/parley/helpcenter/v1/redirects_service';
import { operation } from '../rest';
import { resolvedRedirect } from './redirects.shapes';

/** Redirects of the help center. */
export const redirectOperations = [
  operation('helpcenter-redirects.list', 'GET /helpcenter-redirect', redirects, 'listRedirects', {
    permission: 'HELPCENTER_FIND',
    page: { default: 10_000, max: 10_000 },
    out: 'redirects',
  }),
  operation('helpcenter-redirects.create', 'POST /helpcenter-redirect', redirects, 'createRedirect', {
    permission: 'HELPCENTER_CREATE',
    out: 'redirect',
    errors: ['REDIRECT_EXISTS', 'REDIRECT_LOOP'],
  }),
  operation(
    'helpcenter-redirects.update',
    'PUT /helpcenter-redirect/{redirectId}',
    redirects,
    'updateRedirect',
    {
      permission: 'HELPCENTER_UPDATE',
      out: 'redirect',
      exists: 'checkRedirect',
      errors: ['REDIRECT_EXISTS', 'REDIRECT_LOOP'],
    },
  ),
  operation(
    'helpcenter-redirects.delete',
    'DELETE /helpcenter-redirect/{redirectId}',
    redirects,
    'deleteRedirect',
    {
      permission: 'HELPCENTER_DELETE',
      out: 'redirect',
    },
  ),
  operation(
    'helpcenter-visitor.resolve-redirect',
    'GET /shared/helpcenter/redirect',
    redirects,
    'resolveRedirect',
    {
      surface: 'widget',
      widget: 'key',
      out: resolvedRedirect,
      errors: ['HELPCENTER_NOT_FOUND'],
    },
  ),
];
