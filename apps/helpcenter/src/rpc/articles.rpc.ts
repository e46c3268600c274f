import { ArticlesServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import {
  createArticle,
  deleteArticle,
  discardArticleDraft,
  getArticleDraft,
  publishArticleDraft,
  saveArticleDraft,
  getArticle,
  listArticles,
  moveArticle,
  reorderArticles,
  updateArticle,
  createArticleVersion,
  getArticleVersion,
  listArticleVersions,
  restoreArticleVersion,
} from '../articles';
import { checkCollection } from '../collections';
import type { Deps } from '../deps';

const { methods } = ArticlesServiceDefinition;

export const articlesRpc = (deps: Deps): ServiceImplementation =>
  implement(ArticlesServiceDefinition, {
    listArticles: (request, context) => listArticles(deps, request, context),
    createArticle: deps.effects.once(methods.createArticle, (request, context) =>
      createArticle(deps, request, context),
    ),
    getArticle: (request, context) => getArticle(deps, request, context),
    updateArticle: (request, context) => updateArticle(deps, request, context),
    deleteArticle: (request, context) => deleteArticle(deps, request, context),
    reorderArticles: (request, context) => reorderArticles(deps, request, context),
    moveArticle: (request, context) => moveArticle(deps, request, context),
    listArticleVersions: (request, context) => listArticleVersions(deps, request, context),
    createArticleVersion: deps.effects.once(methods.createArticleVersion, (request, context) =>
      createArticleVersion(deps, request, context),
    ),
    getArticleVersion: (request, context) => getArticleVersion(deps, request, context),
    restoreArticleVersion: deps.effects.once(methods.restoreArticleVersion, (request, context) =>
      restoreArticleVersion(deps, request, context),
    ),
    getArticleDraft: (request, context) => getArticleDraft(deps, request, context),
    saveArticleDraft: (request, context) => saveArticleDraft(deps, request, context),
    discardArticleDraft: (request, context) => discardArticleDraft(deps, request, context),
    publishArticleDraft: deps.effects.once(methods.publishArticleDraft, (request, context) =>
      publishArticleDraft(deps, request, context),
    ),
    checkCollection: (request, context) => checkCollection(deps, request, context),
  });
