import { WebsitesServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/websites_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import {
  crawlWebsite,
  createWebsite,
  deleteWebsite,
  type WebsiteDeps,
  answerPages,
  answerWebsite,
  answerWebsites,
  updateWebsite,
} from '../websites';

const { methods } = WebsitesServiceDefinition;

export const websitesRpc = (deps: WebsiteDeps): ServiceImplementation =>
  implement(WebsitesServiceDefinition, {
    listWebsites: (_request, context) => answerWebsites(deps, context),
    createWebsite: deps.effects.once(methods.createWebsite, (request, context) =>
      createWebsite(deps, request, context),
    ),
    getWebsite: (request, context) => answerWebsite(deps, request, context),
    updateWebsite: (request, context) => updateWebsite(deps, request, context),
    deleteWebsite: (request, context) => deleteWebsite(deps, request, context),
    crawlWebsite: deps.effects.once(methods.crawlWebsite, (request, context) =>
      crawlWebsite(deps, request, context),
    ),
    listWebsitePages: (request, context) => answerPages(deps, request, context),
  });
