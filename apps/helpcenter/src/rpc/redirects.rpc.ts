import { RedirectsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/redirects_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  checkRedirect,
  createRedirect,
  deleteRedirect,
  listRedirects,
  resolveRedirect,
  updateRedirect,
} from '../redirects';

const { methods } = RedirectsServiceDefinition;

export const redirectsRpc = (deps: Deps): ServiceImplementation =>
  implement(RedirectsServiceDefinition, {
    listRedirects: (request, context) => listRedirects(deps, request, context),
    createRedirect: deps.effects.once(methods.createRedirect, (request, context) =>
      createRedirect(deps, request, context),
    ),
    updateRedirect: (request, context) => updateRedirect(deps, request, context),
    deleteRedirect: (request, context) => deleteRedirect(deps, request, context),
    resolveRedirect: (request, context) => resolveRedirect(deps, request, context),
    checkRedirect: (request, context) => checkRedirect(deps, request, context),
  });
