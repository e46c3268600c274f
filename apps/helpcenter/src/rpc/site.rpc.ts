import { SiteServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { getPage, listLatestArticles, listPages } from '../site';

export const siteRpc = (deps: Deps): ServiceImplementation =>
  implement(SiteServiceDefinition, {
    listPages: (request, context) => listPages(deps, request, context),
    getPage: (request, context) => getPage(deps, request, context),
    listLatestArticles: (request, context) => listLatestArticles(deps, request, context),
  });
