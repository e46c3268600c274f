import type { JsonSchema } from '@parley/proto';

/** A schema as the document shows it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: Schema;
  example?: unknown;
}

interface Media {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { value: { message: string } }>;
}

interface Answer {
  description: string;
  content?: Record<string, Media>;
}

/** An operation with everything that it refers to in place, but for schemas. */
export interface Operation {
  id: string;
  group: string;
  method: string;
  /** With the prefix of the version: `/v3/tickets/{ticketId}`. */
  path: string;
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  /** The first media type that the body may have. */
  body: ({ type: string } & Media) | undefined;
  /** The answer on success; undefined for no body. */
  answer: ({ type: string } & Media) | undefined;
  errors: { status: string; code: string; message: string }[];
}

/** The content of the reference's pages. */
export interface Reference {
  title: string;
  /** Whether there is a demo, with a project to try operations in. */
  hasDemo: boolean;
  description: string;
  groups: { name: string; description: string; operations: Operation[] }[];
  /** Schemas by the name that references to them end in. */
  schemas: Record<string, Schema>;
}

interface Referring {
  $ref?: string;
}
interface Documented {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: (Parameter & Referring)[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer & Referring>;
}
interface Document {
  info: { title: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Documented>>;
  components: Record<string, Record<string, object>>;
}

/** Name of the schema that a reference leads to. */
export const readSchemaName = ($ref: string): string => $ref.slice('#/components/schemas/'.length);

const firstMedia = (content: Record<string, Media> | undefined): Operation['body'] => {
  const [found] = Object.entries(content ?? {});
  return found && { type: found[0], ...found[1] };
};

const listErrors = (responses: readonly (readonly [status: string, answer: Answer])[]): Operation['errors'] =>
  responses.flatMap(([status, { content }]) =>
    Object.entries(firstMedia(content)?.examples ?? {}).map(([code, { value }]) => ({
      status,
      code,
      message: value.message,
    })),
  );

/** Reads an OpenAPI document of ours for its pages. */
export const readReference = (json: JsonSchema, hasDemo: boolean): Reference => {
  const { info, servers, tags, paths, components } = json as unknown as Document;
  const place = <Value extends Referring>(value: Value): Value => {
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(value.$ref ?? '') ?? [];
    return (components[kind]?.[name] ?? value) as Value;
  };
  const prefix = servers[0]?.url ?? '';
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]): Operation => {
      const responses = Object.entries(documented.responses).map(
        ([status, answer]) => [status, place(answer)] as const,
      );
      const success = responses.find(([status]) => status.startsWith('2'))?.[1];
      return {
        id: documented.operationId,
        group: documented.tags[0] ?? '',
        method: method.toUpperCase(),
        path: `${prefix}${path}`,
        summary: documented.summary,
        description: documented.description,
        security: documented.security,
        parameters: (documented.parameters ?? []).map(place),
        body: firstMedia(documented.requestBody?.content),
        answer: firstMedia(success?.content),
        errors: listErrors(responses.filter(([status]) => Number(status) >= 400)),
      };
    }),
  );
  return {
    ...info,
    hasDemo,
    groups: tags.map((tag) => ({ ...tag, operations: operations.filter(({ group }) => group === tag.name) })),
    schemas: components['schemas'] as Record<string, Schema>,
  };
};
