import type { ComponentChildren, VNode } from 'preact';
import { render } from 'preact-render-to-string';
import type { Operation, Reference } from './document';
import { findOperations } from './find-operations';
import { OperationView } from './operation-view';
import { Fields, objectId, objectsApart, Text } from './schema-view';

interface PageProps {
  reference: Reference;
  title: string;
  /** Name of the group that the page shows. */
  group?: string;
  query?: string;
  children: ComponentChildren;
}

const Page = ({ reference, title, group, query, children }: PageProps): VNode => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title === reference.title ? title : `${title} · ${reference.title}`}</title>
      <link rel="stylesheet" href="/docs/style.css" />
      <link rel="icon" href="data:," />
      <script src="/docs/script.js" defer />
    </head>
    <body {...(reference.hasDemo && { 'data-demo': '' })}>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header>
        <a class="brand" href="/docs">
          {reference.title}
        </a>
        <form class="search" role="search" action="/docs/search">
          <label for="search">Search the operations</label>
          <input
            id="search"
            type="search"
            name="q"
            value={query ?? ''}
            placeholder="snooze ticket"
            maxlength={200}
          />
          <button type="submit">Search</button>
        </form>
      </header>
      <div class="columns">
        <nav aria-label="Groups">
          <details class="groups" open>
            <summary>Groups</summary>
            <ul>
              {reference.groups.map(({ name, operations }) => (
                <li>
                  <a href={`/docs/${name}`} {...(name === group && { 'aria-current': 'page' as const })}>
                    {name} <span class="count">{operations.length}</span>
                  </a>
                </li>
              ))}
            </ul>
          </details>
        </nav>
        <main id="content">{children}</main>
      </div>
    </body>
  </html>
);

const OperationList = ({ operations }: { operations: readonly Operation[] }): VNode => (
  <ul class="operations">
    {operations.map(({ id, group, method, path, summary }) => (
      <li>
        <a href={`/docs/${group}#${id}`}>
          <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
        </a>
        <p class="what">
          <Text>{summary}</Text>
        </p>
      </li>
    ))}
  </ul>
);

const html = (page: VNode): string => `<!doctype html>${render(page)}`;

/** The page that names the groups. */
export const overviewPage = (reference: Reference): string =>
  html(
    <Page reference={reference} title={reference.title}>
      <h1>{reference.title}</h1>
      <p>
        <Text>{reference.description}</Text> The same for generators of clients:{' '}
        <a href="/api-docs.json">OpenAPI document</a>.
      </p>
      <ul class="cards">
        {reference.groups.map(({ name, description, operations }) => (
          <li>
            <h2>
              <a href={`/docs/${name}`}>{name}</a>
            </h2>
            <p>{description}</p>
            <p class="what">{operations.length === 1 ? '1 operation' : `${operations.length} operations`}</p>
          </li>
        ))}
      </ul>
    </Page>,
  );

/** Who asks, for every form that tries an operation; the script fills and keeps it for this tab. */
const Caller = (): VNode => (
  <details class="caller" id="caller">
    <summary>Who asks, when you try an operation</summary>
    <p>Kept in this tab until it is closed, and sent to this installation alone.</p>
    <form id="sign-in">
      <label>
        E-mail address
        <input name="email" type="email" autocomplete="username" required />
      </label>
      <label>
        Password
        <input name="password" type="password" autocomplete="current-password" required />
      </label>
      <button type="submit">Sign in</button>
      <div role="status" />
    </form>
    <form id="credentials">
      <label>
        Token of a person
        <input name="token" autocomplete="off" />
      </label>
      <label>
        Project
        <input name="project" autocomplete="off" />
      </label>
      <label>
        Token of a service account, for /s2s
        <input name="service" autocomplete="off" />
      </label>
      <label>
        Public key of the project (api-token), for visitors
        <input name="key" autocomplete="off" />
      </label>
    </form>
  </details>
);

/** The page of a group: its operations, then the objects that they share. */
export const groupPage = (reference: Reference, name: string): string | undefined => {
  const group = reference.groups.find((one) => one.name === name);
  if (!group) return undefined;
  const { schemas } = reference;
  const { operations } = group;
  const roots = operations.flatMap(({ body, answer }) => [body?.schema ?? {}, answer?.schema ?? {}]);
  const objects = objectsApart(roots, schemas);
  return html(
    <Page reference={reference} title={name} group={name}>
      <h1>{name}</h1>
      <p>{group.description}</p>
      <OperationList operations={operations} />
      <Caller />
      {operations.map((operation) => (
        <OperationView operation={operation} schemas={schemas} />
      ))}
      {objects.length > 0 && (
        <section aria-labelledby="objects">
          <h2 id="objects">Objects</h2>
          {objects.map((object) => (
            <section class="object" id={objectId(object)} aria-labelledby={`title:${object}`}>
              <h3 id={`title:${object}`}>{object}</h3>
              <p>{schemas[object]?.description}</p>
              <Fields schema={schemas[object] ?? {}} schemas={schemas} />
            </section>
          ))}
        </section>
      )}
    </Page>,
  );
};

/** The results of a search. */
export const searchPage = (reference: Reference, query: string): string => {
  const found = findOperations(reference, query);
  return html(
    <Page reference={reference} title="Search" query={query}>
      <h1>Search</h1>
      <p role="status">
        {found.length === 0 ? `No operation has “${query}” in it.` : `${found.length} for “${query}”.`}
      </p>
      <OperationList operations={found} />
    </Page>,
  );
};

/** For a group that there is not. */
export const missingPage = (reference: Reference): string =>
  html(
    <Page reference={reference} title="Not found">
      <h1>There is no such group</h1>
      <p>
        All of them are on <a href="/docs">the first page</a>; or search above.
      </p>
    </Page>,
  );
