import { RedirectsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/redirects_service';
import { SiteServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import { TranslationsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/translations_service';
import { VisitorServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/visitor_service';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { ContactLookupServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_lookup_service';
import { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { ContactMailServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/contact_mail_service';
import { type Caller, createClient } from '@parley/rpc';
import type { RequestHandler } from 'express';
import type { Directory } from '../auth';
import type { RequestDurations } from '../edge';
import type { Meter } from '../limits';
import { createSite } from './site';
import type { SignInDeps } from './sign-in';
import { createSites } from './sites';
import { createTexts } from './texts';

/** The public sites of help centers. */
export interface SiteServer {
  handle: RequestHandler;
  /** Whether a host is the own domain of a help center, so that everything there is the help center's; false when that is not known. */
  owns(host: string): Promise<boolean>;
}

/** The public sites of all help centers, over the service that has their contents. */
export const composeSite = (
  { helpcenter, contacts, tickets }: Record<'helpcenter' | 'contacts' | 'tickets', Caller>,
  directory: Directory,
  meter: Meter,
  durations: RequestDurations,
  publicUrl: () => string,
  own: Pick<SignInDeps, 'sealer' | 'sql' | 'now' | 'log'>,
): SiteServer => {
  const sites = createSites(directory, publicUrl);
  const handle = createSite({
    sites,
    visitors: createClient(VisitorServiceDefinition, helpcenter),
    pages: createClient(SiteServiceDefinition, helpcenter),
    redirects: createClient(RedirectsServiceDefinition, helpcenter),
    texts: createTexts(createClient(TranslationsServiceDefinition, helpcenter)),
    signIn: {
      ...own,
      contacts: createClient(ContactsServiceDefinition, contacts),
      directory: createClient(ContactDirectoryServiceDefinition, contacts),
      lookup: createClient(ContactLookupServiceDefinition, contacts),
      mails: createClient(ContactMailServiceDefinition, tickets),
    },
    meter,
    durations,
  });
  const owns = (host: string): Promise<boolean> =>
    sites.byDomain(host).then(
      (site) => site !== undefined,
      () => false,
    );
  return { handle, owns };
};
