import { DomainError } from '@parley/errors';
import type { ArticleRow } from '../articles';
import type { Store } from '../db';
import type { Deps } from '../deps';
import { addRedirect, comparable, findRedirectByAddress } from '../redirects';
import { pageUrl, toSlug } from '../visitor';
import { problemOfError, type RunningImport } from './running-import';
import type { PlannedArticle } from './sources/plan';

/** The path of a former address; undefined where nothing can be redirected from. */
export const oldPath = (address: string): string | undefined => {
  if (!URL.canParse(address, 'https://old.invalid')) return undefined;
  const { pathname } = new URL(address, 'https://old.invalid');
  return pathname === '/' ? undefined : pathname;
};

/**
 * Redirects the former paths of an article to its page. One that leads to it already stays; one that leads elsewhere stays too, and
 * is reported.
 */
export const writeRedirects = async (
  deps: Deps,
  tx: Store,
  { row, report }: RunningImport,
  {
    planned,
    article,
    languages,
  }: { planned: PlannedArticle; article: ArticleRow; languages: (code: string) => string },
): Promise<void> => {
  for (const { language, addresses, path } of planned.texts) {
    const shown = languages(language);
    const title = article.title[language] ?? '';
    const newUrl = pageUrl({ root: '' }, shown, 'articles', article.docId, toSlug(title));
    const page = pageUrl({ root: '' }, shown, 'articles', article.docId, '');
    for (const oldUrl of new Set(addresses.flatMap((address) => oldPath(address) ?? []))) {
      const stored = await findRedirectByAddress(tx, row.projectId, 'exact', comparable(oldUrl));
      if (stored?.newUrl.startsWith(page)) continue;
      try {
        await addRedirect(deps, tx, row, { oldUrl, newUrl, matchType: 'exact' });
        report.add('redirects');
      } catch (error) {
        const problem = error instanceof DomainError ? problemOfError(path, error) : undefined;
        if (!problem) throw error;
        report.problem(problem);
      }
    }
  }
};

/** How many of the paths no redirect leads from. */
export const countNew = async (
  { store }: Pick<Deps, 'store'>,
  projectId: string,
  paths: readonly string[],
): Promise<number> => {
  let count = 0;
  for (const address of new Set(paths.map(comparable)))
    if (!(await findRedirectByAddress(store, projectId, 'exact', address))) count += 1;
  return count;
};
