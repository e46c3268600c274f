import { listedAs } from '@parley/localised';
import type { Deps } from '../deps';
import { siteRoot } from '../visitor';
import { importContext } from './import-context';
import { createPictures } from './pictures';
import type { Addresses } from './prepare-article';
import type { RunningImport } from './running-import';
import type { Plan } from './sources/plan';

/** Resolves links between the articles of an import, and moves its pictures. `ids` are those of the articles by key. */
export const createAddresses = async (
  deps: Deps,
  running: RunningImport,
  ids: ReadonlyMap<string, string>,
): Promise<Addresses & { language(code: string): string }> => {
  const { row, plan, task } = running;
  const { projectId } = row;
  const settings = await deps.workspace.settings(projectId, importContext(row, task));
  const { root } = siteRoot(deps.publicUrl, projectId, settings.helpcenter);
  const shownLanguage = (code: string): string =>
    listedAs(settings.languages, code) ?? settings.defaultLanguage;
  const former = listFormer(plan);
  return {
    link: (address, language) => {
      if (!URL.canParse(address)) return undefined;
      const url = new URL(address);
      const old = former.get(formerName(url));
      const key = plan.findArticle(url) ?? old?.key;
      const id = key === undefined ? undefined : ids.get(key);
      if (id === undefined) return url.hostname === 'archive.invalid' ? undefined : address;
      // The site redirects from the id to the address with the title.
      return `${root}/${shownLanguage(old?.language ?? language)}/articles/${id}${url.hash}`;
    },
    image: createPictures(deps, running),
    language: shownLanguage,
  };
};

/** An address as it is compared: without scheme, query and a slash at the end. */
const formerName = ({ host, pathname }: URL): string => `${host}${pathname.replace(/\/$/, '')}`.toLowerCase();

/** Articles, and the languages of their texts, by their former addresses. */
const listFormer = ({ articles }: Plan): Map<string, { key: string; language: string }> => {
  const former = new Map<string, { key: string; language: string }>();
  for (const { key, texts } of articles)
    for (const { language, addresses } of texts)
      for (const address of addresses)
        if (URL.canParse(address)) former.set(formerName(new URL(address)), { key, language });
  return former;
};
