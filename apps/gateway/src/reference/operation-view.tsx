import type { ComponentChildren, VNode } from 'preact';
import { buildCurl, buildQuery } from './curl';
import type { Operation } from './document';
import { type Schemas, Shape, Text, Type } from './schema-view';

/** Query parameters beyond this number are folded: the filters of lists. */
const MAX_OPEN_PARAMETERS = 8;

/** The kind of token an operation takes, as the form that tries it knows it: see `script.ts`. */
const classifyCaller = ({ security, path }: Operation): 'anyone' | 'visitor' | 'server' | 'person' => {
  if (security.length === 0) return 'anyone';
  if (security.some((scheme) => 'widgetKey' in scheme)) return 'visitor';
  return path.startsWith('/v3/s2s/') ? 'server' : 'person';
};

const Parameters = ({ operation, schemas }: { operation: Operation; schemas: Schemas }): VNode | null => {
  const { parameters } = operation;
  if (parameters.length === 0) return null;
  const rows = (shown: Operation['parameters']): VNode => (
    <ul class="fields">
      {shown.map(({ name, in: place, required, description, schema }) => (
        <li>
          <p>
            <code class="name">{name}</code>{' '}
            <span class="type">
              {place}, <Type schema={schema.anyOf?.[0] ?? schema} schemas={schemas} />
              {schema.anyOf && ', one or several by comma'}
            </span>
            {required && <span class="required"> required</span>}
          </p>
          <p class="what">
            <Text>{description}</Text>
          </p>
        </li>
      ))}
    </ul>
  );
  const folded =
    parameters.length > MAX_OPEN_PARAMETERS ? parameters.filter(({ required }) => !required) : [];
  const open = parameters.filter((parameter) => !folded.includes(parameter));
  return (
    <Part title="Parameters">
      {open.length > 0 && rows(open)}
      {folded.length > 0 && (
        <details>
          <summary>{folded.length} optional parameters</summary>
          {rows(folded)}
        </details>
      )}
    </Part>
  );
};

const Part = ({ title, children }: { title: string; children: ComponentChildren }): VNode => (
  <>
    <h3>{title}</h3>
    {children}
  </>
);

const TryIt = ({ operation }: { operation: Operation }): VNode => {
  const { id, method, path, parameters, body } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const hasQuery = parameters.some((parameter) => parameter.in === 'query');
  const isJson = body?.type === 'application/json';
  return (
    <details class="try">
      <summary>Try it</summary>
      <form data-method={method} data-path={path} data-caller={classifyCaller(operation)}>
        {inPath.map(({ name }) => (
          <label>
            {name}
            <input name={`path:${name}`} required autocomplete="off" />
          </label>
        ))}
        {hasQuery && (
          <label>
            Query
            <input
              name="query"
              value={buildQuery(operation)}
              placeholder="limit=5&amp;sort=-createdAt"
              autocomplete="off"
            />
          </label>
        )}
        {isJson && (
          <label>
            Body (JSON)
            <textarea name="body" rows={8} spellcheck={false}>
              {JSON.stringify(body.example ?? {}, undefined, 2)}
            </textarea>
          </label>
        )}
        {body && !isJson ? (
          <p>Its body is no JSON: take the line of curl.</p>
        ) : (
          <button type="submit">Send {method}</button>
        )}
        <div role="status" id={`answer:${id}`} />
      </form>
    </details>
  );
};

/** Everything that is known of an operation, under its own address. */
export const OperationView = ({ operation, schemas }: { operation: Operation; schemas: Schemas }): VNode => {
  const { id, group, method, path, summary, description, body, answer, errors } = operation;
  return (
    <article id={id} class="operation" aria-labelledby={`title:${id}`}>
      <h2 id={`title:${id}`}>
        <a href={`/docs/${group}#${id}`}>
          <Text>{summary}</Text>
        </a>
      </h2>
      <p class="call">
        <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
      </p>
      {description.split('\n\n').map((paragraph) => (
        <p>
          <Text>{paragraph}</Text>
        </p>
      ))}
      <Parameters operation={operation} schemas={schemas} />
      {body && (
        <Part title={`Body, ${body.type}`}>
          <Shape schema={body.schema} schemas={schemas} />
        </Part>
      )}
      <Part title="Answer">
        {answer ? (
          <details>
            <summary>200, {answer.type}</summary>
            <Shape schema={answer.schema} schemas={schemas} />
          </details>
        ) : (
          <p>204, no body.</p>
        )}
        <details>
          <summary>{errors.length} errors</summary>
          <ul class="fields">
            {errors.map(({ status, code, message }) => (
              <li>
                <p>
                  {status} <code class="name">{code}</code>
                </p>
                <p class="what">
                  <Text>{message}</Text>
                </p>
              </li>
            ))}
          </ul>
        </details>
      </Part>
      <Part title="With curl">
        <pre tabindex={0}>
          <code>{buildCurl(operation)}</code>
        </pre>
      </Part>
      <TryIt operation={operation} />
    </article>
  );
};
