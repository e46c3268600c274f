import { VisitorServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/visitor_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { type Deps } from '../deps';
import { rateArticle } from '../reading/rate-article';
import { answerQuestion } from '../reading/answer-question';
import { findSources } from '../reading/find-sources';
import { checkVisibleArticle, getVisibleArticle } from '../reading/get-visible-article';
import { getVisibleCollection } from '../reading/get-visible-collection';
import { searchArticles } from '../reading/search-articles';
import { listVisibleCollections } from '../reading/list-visible-collections';

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
