import { projectScope } from '@parley/auth';
import { type FieldProblem, invalid, notFound } from '@parley/errors';
import { runTransaction, type Sql } from '@parley/persistence';
import {
  type UpdateWebsiteRequest,
  type UpdateWebsiteResponse,
  WebsiteChanges,
} from '@parley/proto/generated/parley/knowledge/v1/websites_service';
import type { CallContext, Partially } from '@parley/rpc';
import { queueCrawl } from './crawl-job';
import { changeOwnedDocuments } from '../documents';
import type { WebsiteDeps } from './deps';
import {
  type CountedWebsite,
  DEFAULT_PAGES,
  nextCrawl,
  type WebsiteSchedule,
  type WebsiteSettings,
} from './website';
import { readGlobs, readLang, readTags } from './website.input';
import { presentWebsite } from './website.present';
import { changePageLanguage } from './page-language.store';
import { lockWebsite, updateWebsiteRow } from './website.store';

/** What null makes of each field. */
const cleared: WebsiteSettings = {
  includePaths: [],
  excludePaths: [],
  maxPages: DEFAULT_PAGES,
  tags: [],
  lang: undefined,
  isInternal: false,
  schedule: 'manual',
};

const readPatch = ({ website, nulls }: UpdateWebsiteRequest): Partial<WebsiteSettings> => {
  const sent = website ?? WebsiteChanges.create();
  const problems: FieldProblem[] = [];
  const lang = readLang(sent.lang, problems);
  const patch: Partial<WebsiteSettings> = {
    ...(sent.includePaths && { includePaths: readGlobs('includePaths', sent.includePaths, problems) }),
    ...(sent.excludePaths && { excludePaths: readGlobs('excludePaths', sent.excludePaths, problems) }),
    ...(sent.tags && { tags: readTags(sent.tags, problems) }),
    ...(sent.maxPages !== undefined && { maxPages: sent.maxPages }),
    ...(lang !== undefined && { lang }),
    ...(sent.isInternal !== undefined && { isInternal: sent.isInternal }),
    ...(sent.schedule !== undefined && { schedule: sent.schedule as WebsiteSchedule }),
  };
  if (problems.length > 0) throw invalid(problems);
  const names = (Object.keys(cleared) as (keyof WebsiteSettings)[]).filter((name) => nulls.includes(name));
  return { ...patch, ...Object.fromEntries(names.map((name) => [name, cleared[name]])) };
};

const follow = async (tx: Sql, before: CountedWebsite, after: CountedWebsite, now: Date): Promise<void> => {
  await changeOwnedDocuments(
    tx,
    after.projectId,
    { type: 'website', id: after.id },
    { tags: after.tags, isInternal: after.isInternal },
  );
  if (before.lang !== after.lang) await changePageLanguage(tx, after, now);
};

/** Changes the settings of a website; those that its pages have hold for them at once. 404 `website_not_found`. */
export const updateWebsite = async (
  deps: WebsiteDeps,
  request: UpdateWebsiteRequest,
  { scope }: CallContext,
): Promise<Partially<UpdateWebsiteResponse>> => {
  const { projectId } = projectScope(scope);
  const patch = readPatch(request);
  const now = deps.clock();
  const website = await runTransaction(deps.db, async (tx) => {
    const before = await lockWebsite(tx, projectId, request.websiteId);
    if (!before) throw notFound('website');
    const after: CountedWebsite = { ...before, ...patch, updatedAt: now };
    if (after.schedule !== before.schedule)
      after.nextCrawlAt = nextCrawl(after.schedule, before.lastCrawledAt ?? now);
    const plan = await updateWebsiteRow(tx, after);
    await follow(tx, before, after, now);
    if (after.schedule !== before.schedule) await queueCrawl(tx, plan, now);
    return after;
  });
  return { website: presentWebsite(website) };
};
