import type { Contact } from '@parley/client';
import { cut, quoteBlock, quoteField, quoteInline } from './quote';

type Known = Pick<Contact, 'id'> &
  Partial<Pick<Contact, 'name' | 'email' | 'userId' | 'companyName' | 'phone'>>;

/** A contact on one line. */
export const writeContactLine = ({ id, name, email, companyName, userId }: Known): string =>
  `${id}: ${
    [name, email, companyName, userId]
      .filter((one) => one !== undefined)
      .map(quoteInline)
      .join(', ') || 'a visitor'
  }`;

/** A contact of a list in the structured part of an answer. */
export const presentMatch = ({ id, name, email, userId, companyName, phone }: Known): object => ({
  id,
  ...(name !== undefined && { name: quoteField(name, 200) }),
  ...(email !== undefined && { email }),
  ...(userId !== undefined && { userId }),
  ...(companyName !== undefined && { company: quoteField(companyName, 200) }),
  ...(phone !== undefined && { phone: quoteField(phone, 64) }),
});

/** All known facts of a contact. Its free attributes may come from pages, so they are quoted. */
export const presentContact = (contact: Contact): object => ({
  ...presentMatch(contact),
  ...(contact.lang !== undefined && { lang: quoteField(contact.lang, 64) }),
  ...(contact.plan !== undefined && { plan: quoteField(contact.plan, 200) }),
  value: contact.value,
  tags: contact.tags,
  blocked: contact.blocked,
  unsubscribed: contact.unsubscribed,
  createdAt: contact.createdAt,
  lastActivity: contact.lastActivity,
  ...(contact.customData && { attributes: quoteField(JSON.stringify(contact.customData), 4_000) }),
});

/** The same as a text. */
export const writeContact = (contact: Contact): string => {
  const { plan, lang, lastActivity, createdAt, blocked, customData } = contact;
  const facts = [
    ...(plan === undefined ? [] : [`plan ${quoteInline(plan)}`]),
    ...(lang === undefined ? [] : [`language ${quoteInline(lang)}`]),
    `since ${createdAt}`,
    ...(lastActivity === undefined ? [] : [`last seen ${lastActivity}`]),
    ...(blocked ? ['blocked'] : []),
  ];
  const more = customData
    ? `\nAttributes, quoted:\n${quoteBlock(cut(JSON.stringify(customData), 1_000))}`
    : '';
  return `Contact ${writeContactLine(contact)}; ${facts.join('; ')}${more}`;
};
