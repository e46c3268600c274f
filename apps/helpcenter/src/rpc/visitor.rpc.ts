import { VisitorServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/visitor_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  rateArticle,
  answerQuestion,
  findSources,
  checkVisibleArticle,
  getVisibleArticle,
  getVisibleCollection,
  searchArticles,
  listVisibleCollections,
} from '../reading';

export const visitorRpc = (deps: Deps): ServiceImplementation =>
  implement(VisitorServiceDefinition, {
    listVisibleCollections: (request, context) => listVisibleCollections(deps, request, context),
    getVisibleCollection: (request, context) => getVisibleCollection(deps, request, context),
    getVisibleArticle: (request, context) => getVisibleArticle(deps, request, context),
    checkVisibleArticle: (request, context) => checkVisibleArticle(deps, request, context),
    searchArticles: (request, context) => searchArticles(deps, request, context),
    findSources: (request, context) => findSources(deps, request, context),
    answerQuestion: (request, context) => answerQuestion(deps, request, context),
    rateArticle: (request, context) => rateArticle(deps, request, context),
  });
