import { WebsitesServiceDefinition as websites } from '@parley/proto/generated/parley/knowledge/v1/websites_service';
import { operation } from '../rest';

export const websiteOperations = [
  operation('knowledge.list-websites', 'GET /knowledge/websites', websites, 'listWebsites', {
    surface: 'dashboard',
    permission: 'KNOWLEDGE_FIND',
    out: 'websites',
  }),
  operation('knowledge.create-website', 'POST /knowledge/websites', websites, 'createWebsite', {
    surface: 'dashboard',
    permission: 'KNOWLEDGE_CREATE',
    into: 'website',
    out: 'website',
    errors: ['WEBSITE_EXISTS', 'TOO_MANY_WEBSITES'],
  }),
  operation('knowledge.get-website', 'GET /knowledge/websites/{websiteId}', websites, 'getWebsite', {
    surface: 'dashboard',
    permission: 'KNOWLEDGE_FIND',
    out: 'website',
  }),
  operation('knowledge.update-website', 'PUT /knowledge/websites/{websiteId}', websites, 'updateWebsite', {
    surface: 'dashboard',
    permission: 'KNOWLEDGE_UPDATE',
    into: 'website',
    out: 'website',
  }),
  operation('knowledge.delete-website', 'DELETE /knowledge/websites/{websiteId}', websites, 'deleteWebsite', {
    surface: 'dashboard',
    permission: 'KNOWLEDGE_DELETE',
    out: 'website',
  }),
  operation(
    'knowledge.crawl-website',
    'POST /knowledge/websites/{websiteId}/crawl',
    websites,
    'crawlWebsite',
    {
      surface: 'dashboard',
      permission: 'KNOWLEDGE_UPDATE',
      out: 'website',
    },
  ),
  operation(
    'knowledge.list-website-pages',
    'GET /knowledge/websites/{websiteId}/pages',
    websites,
    'listWebsitePages',
    {
      surface: 'dashboard',
      permission: 'KNOWLEDGE_FIND',
      page: { default: 50, max: 200 },
      out: 'pages',
    },
  ),
];
