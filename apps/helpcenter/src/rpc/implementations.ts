import { ArticlesServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import { CollectionsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import { EmailTemplatesServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/email_templates_service';
import { FeedbackServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/feedback_service';
import { KnowledgeSourceServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/knowledge_source_service';
import { RedirectsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/redirects_service';
import { SiteServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import { TranslationsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/translations_service';
import { VisitorServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/visitor_service';
import { implementWith } from '@parley/effects';
import type { ServiceImplementation } from '@parley/rpc';
import * as articles from '../articles';
import * as collections from '../collections';
import * as emailTemplates from '../email-templates';
import * as feedback from '../feedback';
import * as knowledge from '../knowledge';
import * as publishing from '../publishing';
import * as reading from '../reading';
import * as redirects from '../redirects';
import * as site from '../site';
import * as translations from '../translations';
import type { Deps } from '../deps';
import { importsRpc } from './imports.rpc';

/** Everything that the service serves. The operations that are named record their effect. */
export const createImplementations = (deps: Deps): ServiceImplementation[] => [
  implementWith(
    deps,
    ArticlesServiceDefinition,
    { ...articles, ...collections },
    'createArticle',
    'createArticleVersion',
    'restoreArticleVersion',
    'publishArticleDraft',
  ),
  implementWith(
    deps,
    CollectionsServiceDefinition,
    { ...collections, ...publishing, ...articles },
    'createCollection',
  ),
  implementWith(deps, EmailTemplatesServiceDefinition, emailTemplates, 'createEmailTemplate'),
  implementWith(deps, FeedbackServiceDefinition, feedback),
  importsRpc(deps),
  implementWith(deps, KnowledgeSourceServiceDefinition, knowledge),
  implementWith(deps, RedirectsServiceDefinition, redirects, 'createRedirect'),
  implementWith(deps, SiteServiceDefinition, site),
  implementWith(deps, TranslationsServiceDefinition, { ...translations, ...reading }),
  implementWith(deps, VisitorServiceDefinition, reading),
];
