import { type SessionDocument, anonymousSession } from '@parley/audience';
import { type ProjectScope, projectScope } from '@parley/auth';
import { DomainError, unauthenticated } from '@parley/errors';
import type { VisitorProject } from '@parley/proto/generated/parley/helpcenter/v1/visitor';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import type { ProjectSettings } from '../project';
import { type SiteRoot, siteRoot } from './addresses';
import { findAccepted, listedAs, type ReadingOrder } from '@parley/localised';

/** Settings of a help center that every visitor may know. */
const PUBLIC_SETTINGS = [
  'slug',
  'customDomain',
  'title',
  'headline',
  'logoUrl',
  'faviconUrl',
  'color',
  'links',
  'headerLinks',
  'footerLinks',
  'contactUrl',
  'ogImageUrl',
  'theme',
  'hideBranding',
] as const;

/** Who asks for what in which help center. */
export interface Visit {
  scope: ProjectScope;
  settings: ProjectSettings;
  /** The public document of the contact, without anything for an anonymous visitor. */
  session: SessionDocument;
  /** The contact; undefined for an anonymous visitor. */
  contactId: string | undefined;
  order: ReadingOrder;
  site: SiteRoot;
}

const helpcenterNotFound = (): DomainError =>
  new DomainError('notFound', 'HELPCENTER_NOT_FOUND', 'This project has no public help center.');

/** The wanted language: that of the request, else the session's when the project supports it, else the default one. */
const wantedLanguage = (
  { languages, defaultLanguage }: ProjectSettings,
  lang: string | undefined,
  session: SessionDocument,
): string => {
  if (lang !== undefined) return listedAs(languages, lang) ?? lang.replaceAll('_', '-');
  const own = session['lang'];
  if (typeof own === 'string' && own !== '' && findAccepted(languages, own) !== undefined)
    return listedAs(languages, own) ?? own.replaceAll('_', '-');
  return defaultLanguage;
};

/** Whether a contact signed in at the site: by a link to its address, or by the customer's server. */
const hasSignedIn = ({ actor, client }: ProjectScope): boolean =>
  actor.type === 'contact' && client?.channel === 'site';

/** Whether a help center is for known contacts only. */
export const isPrivate = ({ helpcenter }: Pick<ProjectSettings, 'helpcenter'>): boolean =>
  helpcenter['access'] === 'private';

/**
 * Whether a visitor may read the help center at all. Anyone can begin a widget's session as a guest, so a private one is for contacts
 * with a user id, and for those who signed in at the site.
 */
export const isAdmitted = ({
  scope,
  settings,
  session,
}: Pick<Visit, 'scope' | 'settings' | 'session'>): boolean => {
  if (settings.helpcenter['enabled'] === false) return false;
  if (!isPrivate(settings)) return true;
  return session['blocked'] !== true && (hasSignedIn(scope) || typeof session['userId'] === 'string');
};

/** Finds out who asks, and in which language they read. 401 `invalid_session` when the contact is deleted, and on the site when it is blocked. */
export const recogniseVisitor = async (
  { workspace, contacts, publicUrl }: Pick<Deps, 'workspace' | 'contacts' | 'publicUrl'>,
  { lang }: { lang?: string | undefined },
  context: CallContext,
): Promise<Visit> => {
  const scope = projectScope(context.scope);
  const { actor, projectId } = scope;
  const [settings, session] = await Promise.all([
    workspace.settings(projectId, context),
    actor.type === 'contact' ? contacts.session(actor.id, context) : anonymousSession,
  ]);
  if (hasSignedIn(scope) && session['blocked'] === true) throw unauthenticated('INVALID_SESSION');
  const id = session['id'];
  return {
    scope,
    settings,
    session,
    contactId: typeof id === 'string' ? id : undefined,
    order: { wanted: wantedLanguage(settings, lang, session), fallback: settings.defaultLanguage },
    site: siteRoot(publicUrl, projectId, settings.helpcenter),
  };
};

/**
 * Who visits the help center of a project. 404 `helpcenter_not_found` when it is switched off, or private and the visitor is not
 * admitted; 401 as above.
 */
export const openVisit = async (
  deps: Pick<Deps, 'workspace' | 'contacts' | 'publicUrl'>,
  request: { lang?: string | undefined },
  context: CallContext,
): Promise<Visit> => {
  const visit = await recogniseVisitor(deps, request, context);
  if (!isAdmitted(visit)) throw helpcenterNotFound();
  return visit;
};

/** A language as the project lists it, else as it is. */
export const listedLanguage = ({ settings }: Visit, code: string): string =>
  listedAs(settings.languages, code) ?? code;

/** The language that an address names for texts of some language: one that the project lists. */
export const addressLanguage = (visit: Visit, shown: string): string => {
  const { languages, defaultLanguage } = visit.settings;
  return listedAs(languages, shown) ?? listedAs(languages, visit.order.wanted) ?? defaultLanguage;
};

const readHost = (host: string | undefined): string | undefined => host?.toLowerCase().replace(/:\d+$/, '');

/** What goes with every answer: the project, and where the help center lives when it was asked elsewhere. */
export const presentEnvelope = ({
  scope,
  settings,
  site,
}: Visit): { project: VisitorProject; domainRedirect?: string } => {
  const { id, name, languages, defaultLanguage, helpcenter } = settings;
  const shown = PUBLIC_SETTINGS.flatMap((key) =>
    Object.hasOwn(helpcenter, key) ? [[key, helpcenter[key]]] : [],
  );
  const { customDomain, root } = site;
  const isElsewhere = customDomain !== undefined && readHost(scope.client?.host) !== customDomain;
  return {
    project: { id, name, languages, defaultLanguage, helpcenter: Object.fromEntries(shown) },
    ...(isElsewhere && { domainRedirect: root }),
  };
};
