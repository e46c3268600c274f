import { WebsitesServiceDefinition as websites } from '@parley/proto/generated/parley/knowledge/v1/websites_service';
import { operation } from '../rest';

export const websiteOperations = [
  operation('knowledge.list-websites', 'GET /knowledge/websites', websites, 'listWebsites', {
    permission: 'KNOWLEDGE_FIND',
    out: 'websites',
  }),
  operation('knowledge.create-website', 'POST /knowledge/websites', websites, 'createWebsite', {
    permission: 'KNOWLEDGE_CREATE',
    into: 'website',
    out: 'website',
    errors: ['WEBSITE_EXISTS', 'TOO_MANY_WEBSITES'],
  }),
  operation('knowledge.get-website', 'GET /knowledge/websites/{websiteId}', websites, 'getWebsite', {
    permission: 'KNOWLEDGE_FIND',
    out: 'website',
  }),
  operation('knowledge.update-website', 'PUT /knowledge/websites/{websiteId}', websites, 'updateWebsite', {
    permission: 'KNOWLEDGE_UPDATE',
    into: 'website',
    out: 'website',
  }),
  operation('knowledge.delete-website', 'DELETE /knowledge/websites/{websiteId}', websites, 'deleteWebsite', {
    permission: 'KNOWLEDGE_DELETE',
    out: 'website',
  }),
  operation(
    'knowledge.crawl-website',
    'POST /knowledge/websites/{websiteId}/crawl',
    websites,
    'crawlWebsite',
    {
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
      permission: 'KNOWLEDGE_FIND',
      page: { default: 50, max: 200 },
      out: 'pages',
    },
  ),
];
