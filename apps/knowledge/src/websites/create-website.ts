import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { exists, type FieldProblem, invalid } from '@parley/errors';
import { isUniqueViolation, newId } from '@parley/persistence';
import {
  type CreateWebsiteRequest,
  type CreateWebsiteResponse,
  NewWebsite,
} from '@parley/proto/generated/parley/knowledge/v1/websites_service';
import type { Partially } from '@parley/rpc';
import { queueCrawl } from './crawl-job';
import type { WebsiteDeps } from './deps';
import { DEFAULT_PAGES, MAX_WEBSITES, type Website, type WebsiteMode, type WebsiteSchedule } from './website';
import { tooManyWebsites } from './website.errors';
import { readGlobs, readLang, readTags, readUrl } from './website.input';
import { presentWebsite } from './website.present';
import { countWebsitesLocked, insertWebsite } from './website.store';

/** Stores a website, of which the first crawl then begins. 409 `website_exists`, `too_many_websites`. */
export const createWebsite = async (
  deps: WebsiteDeps,
  { website: sent = NewWebsite.create() }: CreateWebsiteRequest,
  context: OnceContext<CreateWebsiteResponse>,
): Promise<Partially<CreateWebsiteResponse>> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const problems: FieldProblem[] = [];
  const url = sent.url.trim();
  const urlKey = readUrl(deps.outbound, url, problems);
  const lang = readLang(sent.lang, problems);
  const settings = {
    includePaths: readGlobs('includePaths', sent.includePaths, problems),
    excludePaths: readGlobs('excludePaths', sent.excludePaths, problems),
    tags: readTags(sent.tags, problems),
  };
  if (problems.length > 0 || urlKey === undefined) throw invalid(problems);
  const now = deps.clock();
  const website: Website = {
    projectId,
    id: newId(now.getTime()),
    organisationId,
    url,
    mode: (sent.mode ?? 'site') as WebsiteMode,
    ...settings,
    maxPages: sent.maxPages ?? DEFAULT_PAGES,
    lang,
    isInternal: sent.isInternal ?? false,
    schedule: (sent.schedule ?? 'manual') as WebsiteSchedule,
    status: 'queued',
    createdAt: now,
    updatedAt: now,
  };
  const response = { website: presentWebsite({ ...website, indexed: 0, skipped: 0, failed: 0 }) };
  try {
    await deps.db.transaction(async (tx) => {
      if ((await countWebsitesLocked(tx, projectId)) >= MAX_WEBSITES) throw tooManyWebsites(MAX_WEBSITES);
      const plan = await insertWebsite(tx, website, urlKey);
      await context.record(tx, response);
      await queueCrawl(tx, plan, now);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'website_url')) throw exists('WEBSITE_EXISTS');
    throw error;
  }
  return response;
};
