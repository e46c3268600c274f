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

const STYLE = `:root { color-scheme: light dark; --line: #d0d7de; --quiet: #57606a; --good: #1a7f37; --bad: #cf222e; }
@media (prefers-color-scheme: dark) { :root { --line: #3d444d; --quiet: #9198a1; --good: #3fb950; --bad: #f85149; } }
body { font: 1rem/1.6 system-ui, sans-serif; margin: 8vh auto; max-width: 42rem; padding: 0 1rem; }
h1 { margin: 0; }
h1 + p { color: var(--quiet); margin-top: 0.25rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem; }
dl, table { width: 100%; margin: 0; border-collapse: collapse; }
dt { font-weight: 600; }
dd { margin: 0 0 0.75rem; color: var(--quiet); }
td, th { border-top: 1px solid var(--line); padding: 0.3rem 0; text-align: left; font-weight: 400; }
td { text-align: right; }
.ok { color: var(--good); }
.away { color: var(--bad); font-weight: 600; }
`;

const links: readonly (readonly [href: string, name: string, what: string])[] = [
  ['/docs/', 'Reference', 'Every operation of the API, to read and to try.'],
  ['/api-docs.json', 'OpenAPI document', 'The same for generators of clients.'],
  ['/readyz', 'Readiness', 'The state below, for machines.'],
];

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
        <p>
          Customer support and engagement. The API is at <a href="/v3">/v3</a>.
        </p>
        <dl>
          {links.map(([href, name, what]) => (
            <div>
              <dt>
                <a href={href}>{name}</a>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
          <dt>{hasDemo ? <a href="/demo">Demo</a> : 'Demo'}</dt>
          <dd>
            {hasDemo && 'A conversation, live, from both sides. '}
            When it was started with demo data, the project and the credentials are in <code>
              demo.json
            </code>{' '}
            of the folder that <code>PARLEY_HOME</code> names (<code>.parley</code>).
          </dd>
        </dl>
        <h2>{ready ? 'Everything is here' : 'Something is away'}</h2>
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
      </main>
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
