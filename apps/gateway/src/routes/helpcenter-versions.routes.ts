import { ArticlesServiceDefinition as articles } from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import { operation } from '../rest';
import { stagedDraft } from './helpcenter-versions.shapes';

/** Former states of articles, and those to come. */
export const helpcenterStateOperations = [
  operation(
    'helpcenter-articles.list-versions',
    'GET /helpcenter/collections/{helpcenterCollectionId}/articles/{helpcenterArticleId}/versions',
    articles,
    'listArticleVersions',
    {
      permission: 'HELPCENTER_FIND',
      page: { default: 100, max: 100 },
      out: 'versions',
    },
  ),
  operation(
    'helpcenter-articles.create-version',
    'POST /helpcenter/collections/{helpcenterCollectionId}/articles/{helpcenterArticleId}/versions',
    articles,
    'createArticleVersion',
    {
      permission: 'HELPCENTER_UPDATE',
      out: 'version',
    },
  ),
  operation(
    'helpcenter-articles.get-version',
    'GET /helpcenter/collections/{helpcenterCollectionId}/articles/{helpcenterArticleId}/versions/{versionId}',
    articles,
    'getArticleVersion',
    {
      permission: 'HELPCENTER_FIND',
      out: 'version',
    },
  ),
  operation(
    'helpcenter-articles.restore-version',
    'POST /helpcenter/collections/{helpcenterCollectionId}/articles/{helpcenterArticleId}/versions/{versionId}/restore',
    articles,
    'restoreArticleVersion',
    {
      permission: 'HELPCENTER_UPDATE',
      out: 'article',
    },
  ),
  operation(
    'helpcenter-articles.get-draft',
    'GET /helpcenter/collections/{helpcenterCollectionId}/articles/{helpcenterArticleId}/draft',
    articles,
    'getArticleDraft',
    {
      permission: 'HELPCENTER_FIND',
      out: stagedDraft,
    },
  ),
  operation(
    'helpcenter-articles.save-draft',
    'PUT /helpcenter/collections/{helpcenterCollectionId}/articles/{helpcenterArticleId}/draft',
    articles,
    'saveArticleDraft',
    {
      permission: 'HELPCENTER_UPDATE',
      out: 'draft',
      errors: ['VERSION_CONFLICT'],
      into: 'draft',
    },
  ),
  operation(
    'helpcenter-articles.discard-draft',
    'DELETE /helpcenter/collections/{helpcenterCollectionId}/articles/{helpcenterArticleId}/draft',
    articles,
    'discardArticleDraft',
    {
      permission: 'HELPCENTER_UPDATE',
      out: 'draft',

      errors: ['DRAFT_NOT_FOUND'],
    },
  ),
  operation(
    'helpcenter-articles.publish-draft',
    'POST /helpcenter/collections/{helpcenterCollectionId}/articles/{helpcenterArticleId}/draft/publish',
    articles,
    'publishArticleDraft',
    {
      permission: 'HELPCENTER_UPDATE',
      out: 'article',
      errors: ['DRAFT_NOT_FOUND', 'VERSION_CONFLICT', 'LIVE_CHANGED'],
      queryToo: ['force', 'expectedDraftVersion'],
    },
  ),
];
