import { type Call, createCall, type Demo } from './api';
import { find, onSubmit } from './panel';

/** The admin of the demo, signed in. */
export interface Admin {
  id: string;
  name: string;
  headers: Record<string, string>;
  call: Call;
}

const anyone = createCall({});

const signIn = async ({ projectId }: Demo, email: string, password: string): Promise<Admin> => {
  const { token, user } = await anyone<{ token: string; user: { id: string; firstName?: string } }>(
    'POST',
    '/users/login',
    { email, password },
  );
  const headers = { authorization: `Bearer ${token}`, project: projectId };
  return { id: user.id, name: user.firstName ?? 'Admin', headers, call: createCall(headers) };
};

/** Has the demo's admin sign in, then shows the page by `open`. */
export const startSignIn = async (open: (demo: Demo, admin: Admin) => Promise<void>): Promise<void> => {
  const demo = (await (await fetch('/demo/demo.json')).json()) as Demo;
  const form = find<HTMLFormElement>('#sign-in');
  const email = find<HTMLInputElement>('[name=email]', form);
  const password = find<HTMLInputElement>('[name=password]', form);
  email.value = demo.email;
  onSubmit(form, async () => {
    const admin = await signIn(demo, email.value, password.value);
    form.hidden = true;
    find('main').hidden = false;
    await open(demo, admin);
  });
  // The address that `npm start` prints ends in the password, behind `#`: no server sees that part. It does not stay.
  password.value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(undefined, '', location.pathname);
  form.hidden = false;
  if (password.value !== '') form.requestSubmit();
};

/** Shows why a page could not begin. */
export const tellFailure = (error: unknown): void => {
  find('header p').textContent = String(error);
};
