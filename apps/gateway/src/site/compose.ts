import { RedirectsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/redirects_service';
import { SiteServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import { TranslationsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/translations_service';
import { VisitorServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/visitor_service';
import { type Caller, createClient } from '@parley/rpc';
import type { RequestHandler } from 'express';
import type { Directory } from '../auth';
import type { RequestDurations } from '../edge';
import type { Meter } from '../limits';
import { createSite } from './site';
import { createSites } from './sites';
import { createTexts } from './texts';

/** The public sites of all help centers, over the service that has their contents. */
export const composeSite = (
  helpcenter: Caller,
  directory: Directory,
  meter: Meter,
  durations: RequestDurations,
  publicUrl: () => string,
): RequestHandler =>
  createSite({
    sites: createSites(directory, publicUrl),
    visitors: createClient(VisitorServiceDefinition, helpcenter),
    pages: createClient(SiteServiceDefinition, helpcenter),
    redirects: createClient(RedirectsServiceDefinition, helpcenter),
    texts: createTexts(createClient(TranslationsServiceDefinition, helpcenter)),
    meter,
    durations,
  });
