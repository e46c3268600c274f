import { type ContactEvent } from '@parley/proto/generated/parley/contacts/v1/contact_events_service';
import { type ContactEventRow } from './contact-event';

/** An event as it was sent. */
export const presentEvent = ({ id, name, date, data, outbound }: ContactEventRow): ContactEvent => ({
  id,
  name,
  date: date.toISOString(),
  data: data ?? undefined,
  outbound: outbound ?? undefined,
});

/** The name of contacts' actions with engagement items, as existing widgets know it. */
const SUBMITTED = /^outbound-([0-9a-f]{24})-submitted$/;

/** "Events that an outbound emitted are answered as `{ name: "submitted", outbound, … }`." */
export const presentLabelled = (row: ContactEventRow): ContactEvent => {
  const outbound = row.outbound ?? SUBMITTED.exec(row.name)?.[1] ?? null;
  return presentEvent(outbound === null ? row : { ...row, outbound, name: 'submitted' });
};
