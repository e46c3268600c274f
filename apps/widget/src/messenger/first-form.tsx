import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type App, type FormField, readAppearance, type Say } from '../core';
import { Form } from '../ui';
import type { Parts } from './parts';
import { useIsGuest } from './use-is-guest';

/** Where a browser keeps that its visitor filled the form in. */
export const FILLED = 'filled';

interface Kind {
  /** Key of its label. */
  text: string;
  type: 'text' | 'email' | 'tel';
  /** How a browser fills it in. */
  complete: string;
  max: number;
}

/** The fields of a contact. */
const KNOWN: Readonly<Record<string, Kind>> = {
  name: { text: 'form.name', type: 'text', complete: 'name', max: 256 },
  email: { text: 'email.field', type: 'email', complete: 'email', max: 254 },
  phone: { text: 'form.phone', type: 'tel', complete: 'tel', max: 64 },
  companyName: { text: 'form.company', type: 'text', complete: 'organization', max: 256 },
};
const OTHER: Kind = { text: '', type: 'text', complete: 'off', max: 2_000 };

/** The fields that the visitor is asked for before a conversation: a guest's, once in a browser. */
export const useFirstForm = (app: App): readonly FormField[] => {
  const { form = [] } = readAppearance(app.store.get());
  const isGuest = useIsGuest(app);
  return isGuest && !app.storage.read(FILLED) ? form : [];
};

/**
 * Keeps the answers: the contact's own name and number are sent at once, the address and the rest with the conversation that they
 * are given for.
 */
const keep = async (app: App, { name, phone, email, ...others }: Record<string, string>): Promise<void> => {
  const contact = { ...(name && { name }), ...(phone && { phone }) };
  if (Object.keys(contact).length > 0) await app.send('POST', '/shared/sessions', contact);
  const { fields } = app.store.get();
  app.store.set({ fields: { ...fields, ...others }, ...(email && { email }) });
  app.storage.write(FILLED, true);
  app.store.set({});
};

const Field = ({ field, say }: { field: FormField; say: Say }): VNode => {
  const { text, type, complete, max } = KNOWN[field.name] ?? OTHER;
  const label = field.label ?? (text === '' ? field.name : say(text));
  return (
    <label>
      {field.required ? label : say('form.optional', { field: label })}
      <input
        // The types of preact know no field of one of several kinds.
        type={type as 'text'}
        name={field.name}
        required={field.required}
        maxLength={max}
        autocomplete={complete}
        dir="auto"
      />
    </label>
  );
};

/** Asks a guest for the project's fields before its first message. */
export const FirstForm = ({
  app,
  say,
  fields,
}: Pick<Parts, 'app' | 'say'> & { fields: readonly FormField[] }): VNode => {
  const [hasFailed, setFailed] = useState(false);
  return (
    <Form
      class="ask question"
      send={(form) => {
        setFailed(false);
        const given = [...new FormData(form)].flatMap(([name, value]) => {
          const text = String(value).trim();
          return text === '' ? [] : [[name, text]];
        });
        keep(app, Object.fromEntries(given) as Record<string, string>).catch(() => setFailed(true));
      }}
    >
      <h3>{say('form')}</h3>
      {fields.map((field) => (
        <Field key={field.name} field={field} say={say} />
      ))}
      <p role="alert">{hasFailed && say('failed')}</p>
      <div class="actions">
        <span />
        <button type="submit" class="main">
          {say('form.start')}
        </button>
      </div>
    </Form>
  );
};
