import type { Contact } from '@parley/client';
import type { VNode } from 'preact';
import { current, fullTime, say, type TextKey } from '../core';
import { EditField, Fact } from './edit-field';
import type { SaveContact } from './use-contact';

/** Fields that are texts, in the order in which they show. */
const texts = ['name', 'email', 'phone', 'companyName', 'lang', 'plan'] as const;
const types = { email: 'email', phone: 'tel' } as const;

/** A typed value of custom data. A number stays a number, and a truth value stays one. */
const readTyped = (typed: string, before: unknown): unknown => {
  if (typed === '') return null;
  if (typeof before === 'number' && Number.isFinite(Number(typed))) return Number(typed);
  if (typeof before === 'boolean' && ['true', 'false'].includes(typed)) return typed === 'true';
  return typed;
};

/** A free value in one line. */
export const showValue = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

const CustomData = ({ contact, save }: { contact: Contact; save: SaveContact | undefined }): VNode => {
  const { customData = {} } = contact;
  const change = (key: string, typed: string): void => {
    const value = readTyped(typed, customData[key]);
    const next = { ...customData, [key]: value };
    if (value === null) delete next[key];
    save?.({ customData: next }, { customData: next });
  };
  return (
    <>
      {Object.entries(customData).map(([key, value]) => (
        <EditField
          key={key}
          label={key}
          value={showValue(value)}
          save={
            save && (typeof value !== 'object' || value === null ? (typed) => change(key, typed) : undefined)
          }
        />
      ))}
    </>
  );
};

const Warnings = ({ contact: { emailBounced, blocked, unsubscribed } }: { contact: Contact }): VNode => (
  <>
    {emailBounced && <p class="warning">{say('panel.bounced', { reason: emailBounced.reason })}</p>}
    {blocked && <p class="warning">{say('panel.blocked')}</p>}
    {unsubscribed && <p class="hint">{say('panel.unsubscribed')}</p>}
  </>
);

/** An empty field clears the value; one that is no number keeps the former one. */
const saveNumber = (save: SaveContact, typed: string): void => {
  const value = Number(typed.replace(',', '.'));
  if (typed === '') save({ value: null }, {});
  else if (Number.isFinite(value)) save({ value }, { value });
};

/** The fields of a contact; each value is edited in its place. */
export const ContactFields = ({ contact, save }: { contact: Contact; save: SaveContact }): VNode => {
  const { permissions } = current();
  const mayEdit = permissions.has('SESSION_UPDATE');
  const edit = mayEdit ? save : undefined;
  const setTags =
    mayEdit && permissions.has('SESSION_TAGS_UPDATE')
      ? (typed: string): void => {
          const tags = [...new Set(typed.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
          save({ tags }, { tags });
        }
      : undefined;
  return (
    <>
      <Warnings contact={contact} />
      {texts.map((field) => (
        <EditField
          key={field}
          label={say(`panel.${field}` as TextKey)}
          value={contact[field] ?? ''}
          type={types[field as 'email'] ?? 'text'}
          save={edit && ((typed) => edit({ [field]: typed || null }, { [field]: typed }))}
        />
      ))}
      <EditField
        label={say('panel.value')}
        value={contact.value === undefined ? '' : String(contact.value)}
        save={edit && ((typed) => saveNumber(edit, typed))}
      />
      <EditField label={say('panel.tags')} value={contact.tags.join(', ')} save={setTags} />
      {contact.userId !== undefined && <Fact label={say('panel.userId')}>{contact.userId}</Fact>}
      <Fact label={say('panel.seen')}>{fullTime(contact.lastActivity) || '–'}</Fact>
      <CustomData contact={contact} save={edit} />
    </>
  );
};
