/**
 * The script of the pages: it tries operations. The credentials stay in this tab. Where there is a demo, its public key, project
 * and address are filled in; its password comes behind the `#` of the address that `npm start` prints, which no server sees.
 */
export const SCRIPT = `'use strict';
const STORE = 'parley-caller';
const LONGEST = 100000;
const caller = JSON.parse(sessionStorage.getItem(STORE) || '{}');
const signIn = document.querySelector('#sign-in');
const credentials = document.querySelector('#credentials');

const keep = (more) => {
  Object.assign(caller, more);
  sessionStorage.setItem(STORE, JSON.stringify(caller));
  if (credentials) for (const name of ['token', 'project', 'service', 'key']) credentials.elements[name].value = caller[name] || '';
};

const call = async (method, path, headers, body) => {
  const response = await fetch(path, { method, headers, body });
  const text = await response.text();
  return { response, text };
};

const enter = async (email, password) => {
  const login = await call('POST', '/v3/users/login', { 'content-type': 'application/json' }, JSON.stringify({ email, password }));
  const answer = JSON.parse(login.text);
  if (!login.response.ok) throw new Error(answer.message);
  const token = answer.token;
  let project = caller.project;
  if (!project) {
    const projects = await call('GET', '/v3/projects?limit=1', { authorization: 'Bearer ' + token });
    const first = JSON.parse(projects.text)[0];
    project = first && first.id;
  }
  keep({ token, project });
};

const show = (place, lines) => {
  const box = document.createElement('pre');
  box.tabIndex = 0;
  box.textContent = lines.join('\\n');
  place.replaceChildren(box);
};

const headersFor = (kind) => {
  if (kind === 'anyone') return {};
  if (kind === 'visitor') return { 'api-token': caller.key || '' };
  const token = kind === 'server' ? caller.service : caller.token;
  return { authorization: 'Bearer ' + (token || ''), ...(kind === 'person' && caller.project && { project: caller.project }) };
};

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
};

const send = async (form) => {
  const { method, path, caller: kind } = form.dataset;
  const place = form.querySelector('[role=status]');
  const fields = new FormData(form);
  const filled = path.replace(/\\{(\\w+)\\}/g, (_match, name) => encodeURIComponent(fields.get('path:' + name)));
  const query = String(fields.get('query') || '').replace(/^\\?/, '');
  const body = fields.get('body');
  if ((kind === 'person' && !caller.token) || (kind === 'server' && !caller.service)) {
    document.querySelector('#caller').open = true;
    show(place, ['Say first who asks: sign in above the operations, or paste a token there.']);
    return;
  }
  const headers = { ...headersFor(kind), ...(body !== null && { 'content-type': 'application/json' }) };
  const start = performance.now();
  try {
    const { response, text } = await call(method, filled + (query && '?' + query), headers, body === null ? undefined : String(body));
    const told = pretty(text);
    show(place, [
      response.status + ' ' + response.statusText + ', ' + Math.round(performance.now() - start) + ' ms',
      '',
      told.length > LONGEST ? told.slice(0, LONGEST) + '\\n… ' + (told.length - LONGEST) + ' characters more' : told,
    ]);
  } catch (error) {
    show(place, [String(error)]);
  }
};

const openTarget = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
};

if (matchMedia('(max-width: 48rem)').matches) document.querySelector('.groups').open = false;
for (const form of document.querySelectorAll('.try form'))
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
const enterBy = async (email, password) => {
  const place = signIn && signIn.querySelector('[role=status]');
  try {
    await enter(email, password);
    if (place) show(place, ['Signed in.']);
  } catch (error) {
    if (place) show(place, [error.message]);
  }
};
if (signIn)
  signIn.addEventListener('submit', (event) => {
    event.preventDefault();
    void enterBy(signIn.elements.email.value, signIn.elements.password.value);
  });
if (credentials) {
  credentials.addEventListener('submit', (event) => event.preventDefault());
  credentials.addEventListener('input', (event) => keep({ [event.target.name]: event.target.value.trim() }));
}
addEventListener('hashchange', openTarget);
keep({});

const begin = async () => {
  const [, password] = /^#demo=(.+)$/.exec(location.hash) || [];
  if (password) history.replaceState(undefined, '', location.pathname);
  openTarget();
  if (!document.body.hasAttribute('data-demo')) return;
  const response = await fetch('/demo/demo.json');
  if (!response.ok) return;
  const demo = await response.json();
  keep({ project: caller.project || demo.projectId, key: caller.key || demo.apiToken });
  if (signIn && !signIn.elements.email.value) signIn.elements.email.value = demo.email;
  if (password) await enterBy(demo.email, decodeURIComponent(password));
};
void begin();
`;
