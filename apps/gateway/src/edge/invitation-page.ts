import { isId } from '@parley/persistence';
import express, { type Router } from 'express';
import { securePage } from '../http';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Invitation to Parley</title>
    <link rel="stylesheet" href="page.css">
    <link rel="icon" href="data:,">
    <script src="page.js" defer></script>
  </head>
  <body>
    <main>
      <h1>You are invited</h1>
      <form method="post">
        <p>Log in with the invited address. If it has no account yet, sign up with it first.</p>
        <label>E-mail address <input name="email" type="email" autocomplete="username" required></label>
        <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
        <button name="answer" value="accept">Accept</button>
        <button name="answer" value="decline">Decline</button>
      </form>
      <p><output role="status"></output></p>
      <noscript>This page needs JavaScript.</noscript>
    </main>
  </body>
</html>
`;

const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; margin: 10vh auto; max-width: 24rem; padding: 0 1rem; }
label, input { display: block; width: 100%; box-sizing: border-box; }
label { margin-bottom: 1rem; }
input, button { font: inherit; padding: 0.4rem 0.8rem; }
`;

const SCRIPT = `const form = document.querySelector('form');
const status = document.querySelector('output');

const call = async (method, path, body, token) => {
  const headers = { 'content-type': 'application/json' };
  if (token) headers.authorization = 'Bearer ' + token;
  const response = await fetch('../v3' + path, { method, headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
};

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const accept = event.submitter.value === 'accept';
  const { email, password } = Object.fromEntries(new FormData(form));
  status.textContent = 'One moment…';
  try {
    const { token } = await call('POST', '/users/login', { email, password });
    const id = location.pathname.split('/').at(-1);
    await call('PUT', '/invitations/' + id, { accept }, token);
    form.hidden = true;
    status.textContent = accept ? 'Welcome: you are a member now.' : 'You declined the invitation.';
  } catch (error) {
    status.textContent = error.message;
  }
});
`;

/** The page that the links in invitation mails lead to: it logs in and answers the invitation in its address. */
export const createInvitationPage = (): Router => {
  const router = express.Router({ strict: true });
  router.use(
    securePage({
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ['data:'],
      connectSrc: ["'self'"],
    }),
  );
  router.get('/page.js', (_request, response) => void response.type('js').send(SCRIPT));
  router.get('/page.css', (_request, response) => void response.type('css').send(STYLE));
  router.get('/:id', ({ params }, response, next) => {
    if (!isId(params.id)) return next();
    response.setHeader('Cache-Control', 'no-store');
    response.type('html').send(PAGE);
  });
  return router;
};
