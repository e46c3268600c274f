import type { WidgetSession } from '@parley/proto/generated/parley/contacts/v1/widget_service';
import { type ContactPatch, type ContactRow, signSvcId } from '../contacts';

/** Fields that a widget may write and that only the call which sets them is answered. */
const own = [
  'email',
  'phone',
  'avatar',
  'companyId',
  'companyName',
  'plan',
  'value',
  'sla',
  'customData',
  'platform',
  'deviceType',
] as const;

/**
 * A session as the contact's own widget sees it: how it signs in, userId, name and language, and what `patch` has set.
 * Nothing else of the contact is answered, because a userId may be claimed without a proof where a project allows that.
 */
export const presentWidgetSession = (
  row: ContactRow,
  secret: string,
  patch: ContactPatch,
): WidgetSession => ({
  id: row.id,
  svcId: row.svcId,
  svcHash: signSvcId(secret, row.svcId),
  userId: row.userId ?? undefined,
  name: row.name ?? undefined,
  lang: row.lang ?? undefined,
  ...Object.fromEntries(own.flatMap((field) => (field in patch ? [[field, row[field] ?? undefined]] : []))),
});
