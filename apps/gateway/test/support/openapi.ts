/** A schema, as far as tests look into it. */
export interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required: boolean;
  description: string;
  schema: Schema;
  example?: unknown;
}

export interface Response {
  $ref?: string;
  content?: Record<string, { schema: Schema; examples?: Record<string, object> }>;
}

export interface OperationObject {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; example: object }> };
  responses: Record<string, Response>;
  'x-permission'?: string;
}

/** The document as it is served. */
export interface OpenApi {
  openapi: string;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
  };
}

/** What a reference to a component leads to; anything else is itself. */
export const resolveIn = <Value extends { $ref?: string }>(document: OpenApi, value: Value): Value => {
  const [kind, name] = value.$ref?.replace('#/components/', '').split(/\/(.*)/s) ?? [];
  if (kind === undefined || name === undefined) return value;
  const components = document.components as unknown as Record<string, Record<string, Value>>;
  const found = components[kind]?.[name];
  if (!found) throw new Error(`The document has no ${value.$ref ?? ''}`);
  return found;
};

/** Every operation, with its parameters and responses in place of references to them. */
export const listOperations = (document: OpenApi): OperationObject[] =>
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => ({
      ...operation,
      parameters: (operation.parameters ?? []).map((parameter) => resolveIn(document, parameter)),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [
          status,
          resolveIn(document, response),
        ]),
      ),
    }));
