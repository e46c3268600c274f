import { comparableEmail, isEmail } from '@parley/addresses';
import { limited } from '@parley/errors';
import { addressKey } from '@parley/limits';
import type { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { ContactLookupServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_lookup_service';
import type { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import type { ContactMailServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/contact_mail_service';
import type { Sql } from '@parley/persistence';
import { type CallContext, type Client, systemContext } from '@parley/rpc';
import { setTimeout as sleep } from 'node:timers/promises';
import { useLink } from '../used-links';
import type { LanguageVisit, SiteDeps, Visit } from './deps';
import { type ReaderIdentity, readIdentityToken } from './identity-token';
import { type LinkDeps, readLink, signLink } from './sign-in-link';
import type { SessionDeps } from './session';
import { unlessMissing } from './serve-page';
import { filled, siteTitle } from './view';

/** Dependencies of signing in. */
export interface SignInDeps extends SessionDeps, LinkDeps {
  sql: Sql;
  contacts: Pick<Client<ContactsServiceDefinition>, 'createContact' | 'getContact'>;
  directory: Pick<Client<ContactDirectoryServiceDefinition>, 'ensureContactByEmail' | 'getContactReferences'>;
  lookup: Pick<Client<ContactLookupServiceDefinition>, 'findContacts'>;
  mails: Client<ContactMailServiceDefinition>;
  log: { warn(fields: object, message: string): void };
}

/** Contacts with one address that are considered. */
const MAX_SAME_ADDRESS = 500;
/** Shortest time of an answer in milliseconds, so that it does not say whether a contact exists. */
const ANSWER_MS = 500;

const siteSystem = ({ site }: Pick<Visit, 'site'>): CallContext =>
  systemContext('gateway', { projectId: site.projectId, organisationId: site.organisationId });

/**
 * Mails a link to the contact with an address, if there is one: the most recently active one with a user id that is not blocked. A
 * guest gets none, because anyone becomes a guest by a mail or in the widget. A reader learns nothing of the result.
 */
export const mailLink = async (
  { signIn, meter }: Pick<SiteDeps, 'signIn' | 'meter'>,
  visit: LanguageVisit,
  sent: unknown,
  to: string,
): Promise<void> => {
  const { ip = '' } = visit.context.scope;
  const place = `site:${visit.site.projectId}`;
  const { allowed, resetSeconds } = await meter.budget('signInLinks', ip, `${place}:ip:${addressKey(ip)}`);
  if (!allowed) throw limited(`Too many requests. Try again in ${resetSeconds} seconds.`, resetSeconds);
  const email = typeof sent === 'string' ? comparableEmail(sent) : '';
  if (!isEmail(email)) return;
  const { allowed: isRoom } = await meter.budget('signInAddress', ip, `${place}:mail:${email}`);
  const work = isRoom ? sendLink(signIn, visit, email, to) : Promise.resolve();
  await Promise.all([work, sleep(ANSWER_MS)]);
};

const sendLink = async (
  signIn: SignInDeps,
  visit: LanguageVisit,
  email: string,
  to: string,
): Promise<void> => {
  const { site, view } = visit;
  const system = siteSystem(visit);
  const { ids } = await signIn.lookup.findContacts({ email, limit: MAX_SAME_ADDRESS }, system);
  if (ids.length === 0) return;
  const { contacts } = await signIn.directory.getContactReferences({ ids }, system);
  const known = new Map(contacts.map((contact) => [contact.id, contact]));
  const contact = ids
    .flatMap((id) => known.get(id) ?? [])
    .find(({ userId, blocked }) => userId !== undefined && !blocked);
  if (!contact) return;
  const query = to === '' ? '' : `?to=${encodeURIComponent(to)}`;
  const token = signLink(signIn, site.projectId, contact.id);
  const link = `${site.root}/${view.language}/sign-in/${token}${query}`;
  const values = { site: siteTitle(view), link };
  const mail = {
    contactId: contact.id,
    email,
    name: contact.name,
    fromName: site.name,
    subject: filled(view.texts['helpcenter.signIn.mail.subject'], values),
    text: filled(view.texts['helpcenter.signIn.mail.text'], values),
  };
  // That it failed would say that the contact exists.
  await signIn.mails.sendContactMail(mail, system).catch((error: unknown) => {
    signIn.log.warn({ err: error, projectId: site.projectId }, 'A link to sign in was not mailed');
  });
};

/** The `svcId` of the contact that a link signs in, which uses it up; undefined for one that does not work. */
export const redeemLink = async (
  { signIn }: Pick<SiteDeps, 'signIn'>,
  visit: Visit,
  token: string,
): Promise<string | undefined> => {
  const { projectId } = visit.site;
  const link = readLink(signIn, projectId, token);
  if (!link || !(await useLink(signIn.sql, projectId, link))) return undefined;
  const found = await unlessMissing(
    signIn.contacts.getContact({ sessionId: link.contactId }, siteSystem(visit)),
  );
  return found?.contact && !found.contact.blocked ? found.contact.svcId : undefined;
};

/** The `svcId` of the contact that the customer's server names, created if it is new; undefined for a token that does not count. */
export const redeemToken = async (
  { signIn }: Pick<SiteDeps, 'signIn'>,
  visit: Visit,
  token: string,
): Promise<string | undefined> => {
  const identity = await readIdentityToken(token, visit.site.sessionSecrets, signIn.now());
  const contact = identity && (await saveReader(signIn, identity, siteSystem(visit)));
  return contact && !contact.blocked ? contact.svcId : undefined;
};

/** The contact with the user id, else the one with the address. */
const saveReader = async (
  { contacts, directory }: SignInDeps,
  { userId, email, name }: ReaderIdentity,
  system: CallContext,
): Promise<{ svcId: string; blocked: boolean } | undefined> => {
  if (userId !== undefined)
    return (await contacts.createContact({ contact: { userId, email, name } }, system)).contact;
  const defaults = { name };
  const found = await directory.ensureContactByEmail({ email: email ?? '', defaults }, system);
  if (!found.contact) return undefined;
  return (await contacts.getContact({ sessionId: found.contact.id }, system)).contact;
};
