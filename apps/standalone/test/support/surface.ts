import type { Permission } from '@parley/auth';
import type { Schema } from './hostile';

/** Kinds of callers. */
export type Caller = 'anyone' | 'visitor' | 'contact' | 'user' | 'service_account' | 'server';

/** An operation as the running platform documents it, which is made of the table of rows. */
export interface SurfaceOperation {
  id: string;
  method: string;
  /** Below the version prefix: `/tickets/{ticketId}`. */
  path: string;
  permission: Permission | undefined;
  /** Whose calls it takes. */
  callers: Caller[];
  /** Whether it takes the project from the header: what the dashboard does. */
  inProject: boolean;
  /** Names of its query parameters. */
  query: string[];
  /** Fields of its JSON body by name; none where it takes no JSON. */
  body: Record<string, Schema>;
}

interface Referring {
  $ref?: string;
}

/** What the document says of a parameter. */
export interface DocumentedParameter extends Referring {
  name: string;
  in: string;
  required: boolean;
  schema: object;
}

/** What the document says of an operation. */
export interface Documented<Parameter extends Referring = DocumentedParameter> {
  operationId: string;
  'x-permission'?: Permission;
  'x-callers': Caller[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Referring & { properties?: Record<string, Schema> } }> };
  responses: Record<string, Referring & { content?: Record<string, { schema: object }> }>;
}

/** The OpenAPI document. */
export interface Document<Parameter extends Referring = DocumentedParameter> {
  paths: Record<string, Record<string, Documented<Parameter>>>;
  components: { schemas: Record<string, object> };
}

/** The document of the platform at `origin`, parameters and responses in place of references to shared ones. */
export const readDocument = async <Parameter extends Referring = DocumentedParameter>(
  origin: string,
): Promise<Document<Parameter>> => {
  const response = await fetch(`${origin}/api-docs.json`);
  const document = (await response.json()) as Document<Parameter>;
  const components = document.components as Record<string, Record<string, object>>;
  const resolve = <Value extends Referring>(value: Value): Value => {
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(value.$ref ?? '') ?? [];
    return (components[kind]?.[name] ?? value) as Value;
  };
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    operation.parameters = (operation.parameters ?? []).map(resolve);
    for (const [status, answer] of Object.entries(operation.responses))
      operation.responses[status] = resolve(answer);
    for (const media of Object.values(operation.requestBody?.content ?? {}))
      media.schema = resolve(media.schema);
  }
  return document;
};

/** Every operation that the platform at `origin` serves. */
export const readSurface = async (origin: string): Promise<SurfaceOperation[]> => {
  const { paths } = await readDocument(origin);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // A batch has the callers of the operations in it.
      .filter(([, { operationId }]) => operationId !== 'widget.batch')
      .map(([method, { operationId, parameters = [], requestBody, ...documented }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path,
        permission: documented['x-permission'],
        callers: documented['x-callers'],
        inProject: parameters.some(
          ({ name, in: where, required }) => name === 'project' && where === 'header' && required,
        ),
        query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
        body: requestBody?.content['application/json']?.schema.properties ?? {},
      })),
  );
};

/** Whether a path with values in it is one of an operation. */
export const matchesPath = ({ path }: Pick<SurfaceOperation, 'path'>, filled: string): boolean =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`).test(filled);
