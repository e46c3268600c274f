import type { ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { articlesRpc } from './articles.rpc';
import { collectionsRpc } from './collections.rpc';
import { emailTemplatesRpc } from './email-templates.rpc';
import { feedbackRpc } from './feedback.rpc';
import { knowledgeSourceRpc } from './knowledge-source.rpc';
import { redirectsRpc } from './redirects.rpc';
import { siteRpc } from './site.rpc';
import { translationsRpc } from './translations.rpc';
import { visitorRpc } from './visitor.rpc';

/** Everything that the help center serves. */
export const createImplementations = (deps: Deps): ServiceImplementation[] => [
  collectionsRpc(deps),
  articlesRpc(deps),
  redirectsRpc(deps),
  translationsRpc(deps),
  emailTemplatesRpc(deps),
  visitorRpc(deps),
  feedbackRpc(deps),
  siteRpc(deps),
  knowledgeSourceRpc(deps),
];
