import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import type { ConsumerContact } from '@parley/proto/generated/parley/s2s/v1/contact';

/** A contact as a customer's own back end sees it, field by field: an allow-list. */
export const presentConsumer = (contact: Contact, unreadConversations: number): ConsumerContact => ({
  id: contact.id,
  _id: contact.id,
  consumerId: contact.userId,
  userId: contact.userId,
  svcId: contact.svcId,
  svcHash: contact.svcHash ?? '',
  name: contact.name,
  email: contact.email,
  phone: contact.phone,
  avatar: contact.avatar,
  lang: contact.lang,
  companyId: contact.companyId,
  companyName: contact.companyName,
  plan: contact.plan,
  value: contact.value,
  sla: contact.sla,
  tags: contact.tags,
  customData: contact.customData,
  unsubscribed: contact.unsubscribed,
  blocked: contact.blocked,
  lastActivity: contact.lastActivity,
  createdAt: contact.createdAt,
  updatedAt: contact.updatedAt,
  unreadConversations,
});
