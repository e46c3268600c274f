import type { CallContext } from '@parley/rpc';
import type { Request } from 'express';
import type { SiteDeps } from './deps';
import type { Site } from './sites';
import type { View } from './view';

/** Where a request meets a help center. */
export interface Place {
  site: Site;
  base: string;
  /** The path below the base, as it was sent; begins with a slash or is empty. */
  rest: string;
}

const HELP = /^\/help\/([^/]+)(\/.*)?$/;

/** The help center that a request asks for; undefined when it asks for something else. */
export const findPlace = async (
  { sites }: Pick<SiteDeps, 'sites'>,
  { hostname, path }: Request,
): Promise<Place | undefined> => {
  const own = await sites.byDomain(hostname ?? '');
  if (own) return { site: own, base: '', rest: path };
  const [, name, rest = ''] = HELP.exec(path) ?? [];
  const site = name === undefined ? undefined : await sites.byName(name);
  return site && { site, base: `/help/${name}`, rest };
};

/** The parts of a path below the base, decoded; undefined for one that cannot be. */
export const decodedSegments = (rest: string): string[] | undefined => {
  try {
    return rest.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
};

/** The project of a help center, as its pages show it. */
export const presentProject = ({
  projectId,
  name,
  languages,
  defaultLanguage,
  helpcenter,
}: Site): View['project'] => ({
  id: projectId,
  name,
  languages,
  defaultLanguage,
  helpcenter: helpcenter ?? {},
});

/** The texts and colours of a help center in a language. */
export const viewIn = async (
  { texts }: Pick<SiteDeps, 'texts'>,
  { site, base }: Pick<Place, 'site' | 'base'>,
  language: string,
  context: CallContext,
): Promise<View> => {
  const spoken = await texts(site.projectId, language, context);
  return {
    project: presentProject(site),
    language,
    texts: spoken.texts,
    textLanguage: spoken.language,
    root: site.root,
    base,
  };
};
