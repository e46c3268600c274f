import { type WidgetSession } from '@parley/proto/generated/parley/contacts/v1/widget_service';
import { type ContactRow } from '../contacts/contact';
import { signSvcId } from '../contacts/svc-hash';

/** A session as the contact's own widget sees it: what staff keep of the contact stays with them. */
export const presentWidgetSession = (row: ContactRow, secret: string): WidgetSession => ({
  id: row.id,
  _id: row.id,
  svcId: row.svcId,
  svcHash: signSvcId(secret, row.svcId),
  userId: row.userId ?? undefined,
  email: row.email ?? undefined,
  name: row.name ?? undefined,
  phone: row.phone ?? undefined,
  avatar: row.avatar ?? undefined,
  lang: row.lang ?? undefined,
  companyId: row.companyId ?? undefined,
  companyName: row.companyName ?? undefined,
  plan: row.plan ?? undefined,
  value: row.value ?? undefined,
  sla: row.sla ?? undefined,
  customData: row.customData ?? undefined,
  platform: row.platform ?? undefined,
  deviceType: row.deviceType ?? undefined,
  sessions: row.sessions,
  firstActivity: row.firstActivity.toISOString(),
  lastActivity: row.lastActivity.toISOString(),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
