import { createHash } from 'node:crypto';

/**
 * The script of every page. It only adds: suggestions while a search is typed, and buttons that copy code. A page without it is whole. It is part of the page,
 * so that the policy allows this text and no file of the host.
 */
export const SCRIPT = `const form = document.querySelector('form[data-suggest]');
if (form) {
  const input = form.elements.q;
  const list = document.createElement('ul');
  list.id = 'suggestions';
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', form.dataset.label);
  form.append(list);
  const say = (states) => {
    for (const [name, value] of Object.entries(states)) input.setAttribute(name, value);
  };
  say({ role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': list.id, 'aria-expanded': false });
  let chosen = -1;
  let timer;
  let asking = new AbortController();
  const choose = (index) => {
    chosen = index;
    [...list.children].forEach((item, at) => item.setAttribute('aria-selected', at === index));
    if (index < 0) input.removeAttribute('aria-activedescendant');
    else say({ 'aria-activedescendant': 'suggestion-' + index });
  };
  const show = (articles) => {
    list.replaceChildren(...articles.map(({ title, url }, index) => {
      const item = document.createElement('li');
      item.id = 'suggestion-' + index;
      item.setAttribute('role', 'option');
      item.textContent = title;
      item.dataset.url = url;
      return item;
    }));
    list.hidden = articles.length === 0;
    say({ 'aria-expanded': !list.hidden });
    choose(-1);
  };
  const close = () => {
    clearTimeout(timer);
    asking.abort();
    show([]);
  };
  const ask = async () => {
    asking = new AbortController();
    const { signal } = asking;
    try {
      const response = await fetch(form.dataset.suggest + encodeURIComponent(input.value.trim()), { signal });
      const { articles = [] } = response.ok ? await response.json() : {};
      if (!signal.aborted) show(articles);
    } catch {
      if (!signal.aborted) show([]);
    }
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    asking.abort();
    if (input.value.trim().length < 2) show([]);
    else timer = setTimeout(ask, 150);
  });
  input.addEventListener('keydown', (event) => {
    const { length } = list.children;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && length > 0) choose((chosen + step + length + (chosen < 0 && step < 0)) % length);
    else if (event.key === 'Enter' && chosen >= 0) location.assign(list.children[chosen].dataset.url);
    else if (event.key === 'Escape' && length > 0) close();
    else return;
    event.preventDefault();
  });
  input.addEventListener('blur', close);
  form.addEventListener('submit', close);
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => target.dataset.url && location.assign(target.dataset.url));
}
for (const pre of navigator.clipboard ? document.querySelectorAll('[data-copy] pre') : []) {
  const { copy, copied } = pre.closest('[data-copy]').dataset;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = copy;
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(pre.textContent);
    button.textContent = copied;
    setTimeout(() => (button.textContent = copy), 2000);
  });
  const frame = document.createElement('div');
  frame.className = 'code';
  pre.replaceWith(frame);
  frame.append(pre, button);
}
`;

/** The source of scripts in the policy of a page: this text. */
export const SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;
