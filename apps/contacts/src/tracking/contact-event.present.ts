import type { ContactEvent } from '@parley/proto/generated/parley/contacts/v1/contact_events_service';
import type { ContactEventRow } from './contact-event';

/** An event as it was sent. */
export const presentEvent = ({ id, name, date, data, outbound }: ContactEventRow): ContactEvent => ({
  id,
  name,
  date: date.toISOString(),
  data: data ?? undefined,
  outbound: outbound ?? undefined,
});
