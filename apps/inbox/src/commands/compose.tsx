import type { ContactMatch, Ticket } from '@parley/client';
import type { VNode } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { current, explain, learn, pathTo, refreshList, say } from '../core';
import { Asking, Field } from '../ui';

const PAUSE_MS = 200;
/** Contacts are searched by so many letters. */
const LETTERS = 3;

/** Contacts that the typed text finds; those without an address cannot be chosen by it. */
const useContacts = (text: string): readonly ContactMatch[] => {
  const [found, setFound] = useState<readonly ContactMatch[]>([]);
  useEffect(() => {
    if (text.length < LETTERS) return setFound([]);
    const ending = new AbortController();
    const { signal } = ending;
    const timer = setTimeout(() => {
      current()
        .parley.sessions.search({ searchTerm: text, limit: 10 }, { signal })
        .then((contacts) => setFound(contacts.filter(({ email }) => email !== undefined)))
        // Without proposals the address can be typed.
        .catch(() => undefined);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [text]);
  return found;
};

/** Writes to the contact of an address; an unknown address becomes a contact. The contact gets it by mail. */
const store = (
  form: FormData,
  contacts: readonly ContactMatch[],
  idempotencyKey: string,
): Promise<Ticket> => {
  const read = (name: string): string => String(form.get(name) ?? '').trim();
  const email = read('contact');
  const known = contacts.find((contact) => contact.email?.toLowerCase() === email.toLowerCase());
  const body = {
    ...(known ? { session: known.id } : { email }),
    title: read('title'),
    markdownComment: read('message'),
    type: 'INQUIRY',
    channel: { type: 'EMAIL' },
  };
  return current().parley.tickets.compose(body, { idempotencyKey });
};

/** The dialog of a ticket that the team begins. */
export const Compose = ({ close }: { close: () => void }): VNode => {
  const { route } = useLocation();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [state, setState] = useState({ isBusy: false, message: '' });
  // The same ticket, however often it is sent.
  const [key] = useState(() => crypto.randomUUID());
  const contacts = useContacts(typed.trim());
  const submit = (form: HTMLFormElement): void => {
    if (state.isBusy) return;
    setState({ isBusy: true, message: '' });
    store(new FormData(form), contacts, key)
      .then((ticket) => {
        learn([ticket]);
        refreshList();
        close();
        route(pathTo('all', ticket.id));
      })
      .catch((error: unknown) => setState({ isBusy: false, message: explain(error) }));
  };
  return (
    <Asking
      label={say('command.compose')}
      button={say('compose.submit')}
      message={state.message}
      isBusy={state.isBusy}
      submit={submit}
      close={close}
    >
      <Field
        name="contact"
        type="email"
        label={say('compose.contact')}
        help={say('compose.contact.help')}
        list={`${id}-contacts`}
        autocomplete="off"
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        required
        autofocus
      />
      <datalist id={`${id}-contacts`}>
        {contacts.map(({ id: contact, name, email }) => (
          <option key={contact} value={email}>
            {name}
          </option>
        ))}
      </datalist>
      <Field name="title" label={say('compose.title')} maxLength={256} dir="auto" required />
      <p class="field">
        <label for={id}>{say('compose.message')}</label>
        <textarea id={id} name="message" rows={7} dir="auto" required />
      </p>
    </Asking>
  );
};
