import { Parley } from '@parley/client';
import { find, onSubmit } from './panel';

/** The page's data of the demo; none of it is secret. */
export interface Demo {
  /** The project's public key. */
  apiToken: string;
  projectId: string;
  /** Identifier, in the customer's own system, of the contact that writes. */
  userId: string;
  /** E-mail address of the demo's admin. */
  email: string;
}

/** The admin of the demo, signed in. */
export interface Admin {
  /** The API in the admin's name, in the demo's project. */
  parley: Parley;
}

const url = location.origin;

/** The session is the inbox's own: its cookie, and the header that proves that no other site asks. */
const signIn = async ({ projectId: project }: Demo, email: string, password: string): Promise<Admin> => {
  const parley = new Parley({ url, project, headers: { 'x-requested-with': 'parley-demo' } });
  await parley.inbox.signIn({ email, password });
  return { parley };
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
