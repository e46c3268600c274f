import { listedAs } from '@parley/localised';
import type { Deps } from '../deps';
import { siteRoot } from '../visitor';
import { importContext } from './import-context';
import type { Addresses } from './prepare-article';
import type { RunningImport } from './running-import';

/** Resolves links between the articles of an import, and moves its pictures. `ids` are those of the articles by key. */
export const createAddresses = async (
  deps: Deps,
  { row, plan, task }: RunningImport,
  ids: ReadonlyMap<string, string>,
): Promise<Addresses> => {
  const { projectId } = row;
  const settings = await deps.workspace.settings(projectId, importContext(row, task));
  const { root } = siteRoot(deps.publicUrl, projectId, settings.helpcenter);
  return {
    link: (address, language) => {
      if (!URL.canParse(address)) return undefined;
      const url = new URL(address);
      const key = plan.findArticle(url);
      const id = key === undefined ? undefined : ids.get(key);
      if (id === undefined) return url.hostname === 'archive.invalid' ? undefined : address;
      // The site redirects from the id to the address with the title.
      const shown = listedAs(settings.languages, language) ?? settings.defaultLanguage;
      return `${root}/${shown}/articles/${id}${url.hash}`;
    },
    image: (address) => Promise.resolve({ address }),
  };
};
