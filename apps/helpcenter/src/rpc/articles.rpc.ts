import { ArticlesServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { createArticle } from '../articles/create-article';
import { deleteArticle } from '../articles/delete-article';
import { getArticle } from '../articles/get-article';
import { listArticles } from '../articles/list-articles';
import { updateArticle } from '../articles/update-article';
import { checkCollection } from '../collections/check-collection';
import { type Deps } from '../deps';

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
    checkCollection: (request, context) => checkCollection(deps, request, context),
  });
