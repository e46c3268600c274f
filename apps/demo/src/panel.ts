/** A message as a side shows it. */
export interface Shown {
  id: string;
  author: string;
  text: string;
  isOwn: boolean;
  isNote?: boolean;
}

/** A person's actions on one side. */
export interface Actions {
  send: (text: string, isNote: boolean) => Promise<unknown>;
  typing: (typing: boolean) => Promise<unknown>;
  /** Says that the team is done: the visitor is asked how it was, and may go on. */
  resolve: () => Promise<unknown>;
}

/** One side of the page. */
export interface Panel {
  name(text: string): void;
  /** Says how the connection is. */
  state(text: string): void;
  /** Shows a message, or its new state. */
  show(message: Shown): void;
  remove(id: string): void;
  /** Clears the messages, for another conversation. */
  clear(): void;
  /** Shows who types; undefined for none. */
  typing(name: string | undefined): void;
  /** Lets a person write. */
  start(actions: Actions): void;
}

/** Milliseconds after which continued typing is reported again. */
const RENEW_TYPING = 3_000;

/** The element that a selector finds. */
export const find = <T extends HTMLElement = HTMLElement>(
  selector: string,
  root: ParentNode = document,
): T => {
  const element = root.querySelector<T>(selector);
  if (!element) throw new Error(`The page has no ${selector}`);
  return element;
};

/** Runs a form's action; shows errors beside it. */
export const onSubmit = (form: HTMLElement, work: () => Promise<unknown>): void =>
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const alert = find('[role=alert]', form);
    alert.textContent = '';
    work().catch((error: unknown) => (alert.textContent = String(error)));
  });

const startWriting = (form: HTMLElement, { send, typing, resolve }: Actions): void => {
  const field = find<HTMLTextAreaElement>('textarea', form);
  const note = form.querySelector<HTMLInputElement>('[name=note]');
  let told = -Infinity;
  field.addEventListener('input', () => {
    if (note?.checked || performance.now() - told < RENEW_TYPING) return;
    told = performance.now();
    // Who types is a nicety: a lost word of it is renewed or over soon.
    typing(true).catch(() => undefined);
  });
  find('[name=resolve]', form).addEventListener('click', () => {
    resolve().catch((error: unknown) => (find('[role=alert]', form).textContent = String(error)));
  });
  onSubmit(form, async () => {
    await send(field.value, note?.checked ?? false);
    field.value = '';
    if (told > -Infinity) typing(false).catch(() => undefined);
    told = -Infinity;
  });
};

/** The side of the page in the section with this id. */
export const createPanel = (id: string): Panel => {
  const section = find(`#${id}`);
  const log = find('.log', section);
  const list = find('ol', log);
  const items = new Map<string, HTMLLIElement>();
  return {
    name: (text) => (find('h2', section).textContent = text),
    state: (text) => (find('.state', section).textContent = text),
    show: ({ id: messageId, author, text, isOwn, isNote = false }) => {
      const item = items.get(messageId) ?? document.createElement('li');
      items.set(messageId, item);
      const name = document.createElement('b');
      name.textContent = isNote ? `${author}, note` : author;
      item.replaceChildren(name, text);
      item.classList.toggle('own', isOwn);
      item.classList.toggle('note', isNote);
      if (!item.parentNode) list.append(item);
      log.scrollTop = log.scrollHeight;
    },
    remove: (messageId) => {
      items.get(messageId)?.remove();
      items.delete(messageId);
    },
    clear: () => {
      items.clear();
      list.replaceChildren();
    },
    typing: (name) => (find('.typing', section).textContent = name === undefined ? '' : `${name} types …`),
    start: (actions) => startWriting(find('form', section), actions),
  };
};
