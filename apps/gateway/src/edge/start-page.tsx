import express, { type Router } from 'express';
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import type { Readiness } from './readiness';
import { securePage } from '../http';

/** Content of the page beside its links. */
export interface StartPageDeps {
  /** The state of the parts that the gateway needs. */
  readiness: () => Promise<Readiness>;
  /** Whether there is a page that shows the demo. */
  hasDemo: boolean;
}

const STYLE = `:root { color-scheme: light dark; --line: #d0d7de; --quiet: #57606a; --good: #1a7f37; --bad: #cf222e; --link: #0550ae; }
@media (prefers-color-scheme: dark) { :root { --line: #3d444d; --quiet: #9198a1; --good: #3fb950; --bad: #f85149; --link: #79c0ff; } }
body { font: 1rem/1.6 system-ui, sans-serif; margin: 8vh auto; max-width: 42rem; padding: 0 1rem; }
a { color: var(--link); }
h1 { margin: 0; }
h1 + p { color: var(--quiet); margin-top: 0.25rem; }
nav ul { list-style: none; margin: 2rem 0; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); }
nav a { display: block; height: 100%; box-sizing: border-box; padding: 1rem; border: 1px solid var(--line); border-radius: 0.5rem; text-decoration: none; }
nav a:hover { border-color: currentcolor; }
nav b { display: block; font-size: 1.2rem; }
nav span, footer { color: var(--quiet); }
table { width: 100%; margin: 0.5rem 0; border-collapse: collapse; }
summary { cursor: pointer; }
td, th { border-top: 1px solid var(--line); padding: 0.3rem 0; text-align: left; font-weight: 400; }
td { text-align: right; }
.ok { color: var(--good); }
.away { color: var(--bad); font-weight: 600; }
`;

type Target = readonly [href: string, name: string, what: string];

const inbox: Target = ['/inbox', 'Inbox', 'Where the team reads and answers.'];
const demoLinks: readonly Target[] = [
  ['/demo', 'Demo', 'A conversation, live, from both sides.'],
  ['/demo/help', 'Help center', 'Articles as visitors read them.'],
  ['/demo/statistics', 'Figures', 'The work of a team in numbers.'],
];
const reference: Target = ['/docs/', 'Reference', 'Every operation of the API, to read and to try.'];

const Page = ({ ready, checks, hasDemo }: Readiness & Pick<StartPageDeps, 'hasDemo'>): VNode => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Parley</title>
      <link rel="stylesheet" href="/start.css" />
      <link rel="icon" href="data:," />
    </head>
    <body>
      <main>
        <h1>Parley</h1>
        <p>Customer support that a team runs itself: conversations, mail, help center, figures.</p>
        <nav aria-label="Pages">
          <ul>
            {[...(hasDemo ? demoLinks : [inbox]), reference].map(([href, name, what]) => (
              <li>
                <a href={href}>
                  <b>{name}</b>
                  <span>{what}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <details open={!ready}>
          <summary class={ready ? 'ok' : 'away'}>{ready ? 'All is well' : 'Something is away'}</summary>
          <table>
            <tbody>
              {Object.entries(checks).map(([name, state]) => (
                <tr>
                  <th scope="row">{name}</th>
                  <td class={state}>{state}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </main>
      <footer>
        <p>
          {hasDemo && (
            <>
              The team works in the <a href="/inbox">Inbox</a>.{' '}
            </>
          )}
          The API is at <a href="/v3">/v3</a>, its description for generators of clients is{' '}
          <a href="/api-docs.json">api-docs.json</a>, and <a href="/readyz">/readyz</a> says to machines if
          all is well.
          {hasDemo && (
            <>
              {' '}
              Project and credentials of the demo are in <code>demo.json</code> of the folder that{' '}
              <code>PARLEY_HOME</code> names (<code>.parley</code>).
            </>
          )}
        </p>
      </footer>
    </body>
  </html>
);

const policy = securePage({ styleSrc: ["'self'"], imgSrc: ['data:'] });

/** The page at the root for browsers; other clients are passed on. */
export const createStartPage = ({ readiness, hasDemo }: StartPageDeps): Router => {
  const router = express.Router();
  router.get('/', policy, async (request, response, next) => {
    // `*/*` of a script is no browser: such a client gets the problem document of any unknown path.
    if (!request.headers.accept?.includes('text/html')) return next();
    response.setHeader('Cache-Control', 'no-store');
    response.type('html').send(`<!doctype html>${render(<Page {...await readiness()} hasDemo={hasDemo} />)}`);
  });
  router.get('/start.css', policy, (_request, response) => void response.type('css').send(STYLE));
  return router;
};
