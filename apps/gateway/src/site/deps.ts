import type { RedirectsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/redirects_service';
import type { SiteServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import type { VisitorServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/visitor_service';
import type { CallContext, Client } from '@parley/rpc';
import type { RequestDurations } from '../edge';
import type { Meter } from '../limits';
import type { SignInDeps } from './sign-in';
import type { Site, Sites } from './sites';
import type { LoadTexts } from './texts';
import type { View } from './view';

/** Dependencies of the site. */
export interface SiteDeps {
  sites: Sites;
  visitors: Client<VisitorServiceDefinition>;
  pages: Client<SiteServiceDefinition>;
  redirects: Pick<Client<RedirectsServiceDefinition>, 'resolveRedirect'>;
  texts: LoadTexts;
  signIn: SignInDeps;
  meter: Pick<Meter, 'request' | 'budget'>;
  durations: RequestDurations;
}

/** One request for a page of a help center. */
export interface Visit {
  site: Site;
  /** Where the site lies on the host it was asked at: nothing, or `/help/shop`. */
  base: string;
  /** The part of the address below that, decoded piece by piece. */
  segments: readonly string[];
  context: CallContext;
}

/** A visit of pages in one language. */
export interface LanguageVisit extends Visit {
  view: View;
}
