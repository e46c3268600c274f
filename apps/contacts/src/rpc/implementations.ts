import { CompaniesServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/companies_service';
import { CompanyDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/company_directory_service';
import { ContactAudienceServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_audience_service';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { ContactEventsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_events_service';
import { ContactLifecycleServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_lifecycle_service';
import { ContactLookupServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_lookup_service';
import { ContactMemoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_memory_service';
import { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { MailSubscriptionServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/mail_subscription_service';
import { RecordDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/record_directory_service';
import { ServerContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/server_contacts_service';
import { WidgetServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/widget_service';
import { implementWith } from '@parley/effects';
import type { ServiceImplementation } from '@parley/rpc';
import * as audience from '../audience';
import * as companies from '../companies';
import * as contacts from '../contacts';
import * as csv from '../export';
import * as identity from '../identity';
import * as memory from '../memory';
import * as merge from '../merge';
import * as purge from '../purge';
import * as records from '../records';
import * as saving from '../saving';
import * as subscription from '../subscription';
import * as tracking from '../tracking';
import * as warmup from '../warmup';
import * as widget from '../widget';
import type { Deps } from '../deps';
import { commerceRpc } from './commerce.rpc';
import { contactImportsRpc } from './contact-imports.rpc';

/** Everything that the service serves. The operations that are named record their effect. */
export const createImplementations = (deps: Deps): ServiceImplementation[] => [
  implementWith(deps, CompaniesServiceDefinition, { ...companies, ...saving }),
  implementWith(deps, CompanyDirectoryServiceDefinition, companies),
  implementWith(deps, ContactAudienceServiceDefinition, audience),
  implementWith(deps, ContactDirectoryServiceDefinition, { ...contacts, ...widget, ...saving, ...merge }),
  implementWith(deps, ContactEventsServiceDefinition, tracking),
  implementWith(deps, ContactLifecycleServiceDefinition, {
    ...subscription,
    ...identity,
    ...csv,
    ...warmup,
  }),
  implementWith(deps, ContactLookupServiceDefinition, contacts),
  implementWith(deps, ContactMemoryServiceDefinition, memory, 'createMemoryEntry'),
  implementWith(deps, ContactsServiceDefinition, { ...saving, ...contacts, ...purge }, 'createContact'),
  implementWith(deps, MailSubscriptionServiceDefinition, subscription),
  implementWith(deps, RecordDirectoryServiceDefinition, records),
  implementWith(
    deps,
    ServerContactsServiceDefinition,
    { ...saving, ...tracking },
    'identifyContact',
    'trackContactEvents',
  ),
  implementWith(deps, WidgetServiceDefinition, widget, 'startSession', 'trackEvents'),
  commerceRpc(deps),
  contactImportsRpc(deps),
];
