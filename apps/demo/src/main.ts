import { createCall, type Demo } from './api';
import { startContactSide, type Visitor } from './contact-side';
import { type Realtime } from './live';
import { find, onSubmit } from './panel';
import { startTeamSide } from './team-side';

const anyone = createCall({});

/** Signs the admin in and shows both sides. */
const open = async (demo: Demo, email: string, password: string): Promise<void> => {
  const { token, user } = await anyone<{ token: string; user: { id: string; firstName?: string } }>(
    'POST',
    '/users/login',
    { email, password },
  );
  const headers = { authorization: `Bearer ${token}`, project: demo.projectId };
  const call = createCall(headers);
  // A site has the session of its visitor from its own server; here it is asked for with the admin's rights.
  const visitor = await call<Visitor>('GET', `/sessions/by-user-id/${demo.userId}`);
  const realtime = await createCall({ 'api-token': demo.apiToken })<Realtime>('GET', '/shared/realtime');
  find('#sign-in').hidden = true;
  find('main').hidden = false;
  const ticket = await startContactSide(demo, visitor, realtime);
  await startTeamSide(
    demo,
    { id: user.id, name: user.firstName ?? 'Admin', headers, call },
    realtime,
    ticket,
  );
};

const start = async (): Promise<void> => {
  const demo = (await (await fetch('/demo/demo.json')).json()) as Demo;
  const form = find<HTMLFormElement>('#sign-in');
  const email = find<HTMLInputElement>('[name=email]', form);
  const password = find<HTMLInputElement>('[name=password]', form);
  email.value = demo.email;
  onSubmit(form, () => open(demo, email.value, password.value));
  // The address that `npm start` prints ends in the password, behind `#`: no server sees that part. It does not stay.
  password.value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(undefined, '', location.pathname);
  form.hidden = false;
  if (password.value !== '') form.requestSubmit();
};

start().catch((error: unknown) => (find('header p').textContent = String(error)));
