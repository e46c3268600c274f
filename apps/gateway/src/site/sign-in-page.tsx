import type { ComponentChildren } from 'preact';
import { renderPage } from './layout';
import { readLook } from './look';
import type { View } from './view';

/** The content of the page where readers sign in. */
export interface SignInContent {
  /** Where the reader wants to go: a path below the site. */
  to: string;
  /** The form; `sent`: thanks in its place; `confirm`: the button of a link. */
  kind: 'form' | 'sent' | 'confirm';
  hasFailed?: boolean;
  /** Address of the page itself, for the button of a link. */
  action: string;
}

/** The address of the customer's own page for signing in, which leads back to `to`. */
const accountUrl = (loginUrl: string, to: string): string => {
  const url = new URL(loginUrl);
  url.searchParams.set('return_to', to);
  return url.href;
};

/** Where a reader signs in: by a link to the own address, or at the customer's server. */
export const signInPage = (view: View, { to, kind, hasFailed = false, action }: SignInContent): string => {
  const { texts } = view;
  const { loginUrl } = readLook(view.project);
  const title = texts['helpcenter.signIn'] ?? '';
  const target = to === '' ? undefined : <input type="hidden" name="to" value={to} />;
  const body: Record<SignInContent['kind'], ComponentChildren> = {
    sent: <p role="status">{texts['helpcenter.signIn.sent']}</p>,
    confirm: (
      <form class="sign-in" method="post" action={action}>
        <p>{texts['helpcenter.signIn.confirm']}</p>
        {target}
        <button>{title}</button>
      </form>
    ),
    form: (
      <>
        {loginUrl && (
          <p>
            <a href={accountUrl(loginUrl, to)}>{texts['helpcenter.signIn.account']}</a>
          </p>
        )}
        <form class="sign-in" method="post" action={action}>
          <p>{texts['helpcenter.signIn.intro']}</p>
          {target}
          <label for="email">{texts['helpcenter.signIn.email']}</label>
          <input id="email" name="email" type="email" autocomplete="email" maxlength={254} required />
          <button>{texts['helpcenter.signIn.send']}</button>
        </form>
      </>
    ),
  };
  return renderPage({
    view,
    head: { title, noindex: true },
    hasSearch: true,
    body: (
      <>
        <h1>{title}</h1>
        {hasFailed && <p role="alert">{texts['helpcenter.signIn.failed']}</p>}
        {body[kind]}
      </>
    ),
  });
};
