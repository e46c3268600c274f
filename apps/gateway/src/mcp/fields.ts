import type { JsonSchema } from '@parley/proto';

/** An argument of a tool: its schema, and the type of its values. */
export interface Field<Value, IsOptional extends boolean = boolean> {
  schema: JsonSchema;
  isOptional: IsOptional;
  /** Only a type. */
  value?: Value;
}

/** The arguments of a tool by their names. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

type OptionalNames<F extends Fields> = {
  [Name in keyof F]: F[Name]['isOptional'] extends true ? Name : never;
}[keyof F];

type ValueOf<F> = F extends Field<infer Value> ? Value : never;

/** The arguments of a tool as it gets them. */
export type Arguments<F extends Fields> = {
  [Name in Exclude<keyof F, OptionalNames<F>>]: ValueOf<F[Name]>;
} & { [Name in OptionalNames<F>]?: ValueOf<F[Name]> };

type Required<Value> = Field<Value, false>;

const required = <Value>(schema: JsonSchema): Required<Value> => ({ schema, isOptional: false });

/** The same argument, which may be left out. */
export const optional = <Value>({ schema }: Required<Value>): Field<Value, true> => ({
  schema,
  isOptional: true,
});

/** A text. */
export const text = (description: string, maxLength: number): Required<string> =>
  required({ type: 'string', description, minLength: 1, maxLength });

/** A text of a few values. */
export const oneOf = <const Values extends readonly string[]>(
  values: Values,
  description: string,
): Required<Values[number]> => required({ type: 'string', description, enum: [...values] });

/** A whole number. */
export const integer = (description: string, minimum: number, maximum: number): Required<number> =>
  required({ type: 'integer', description, minimum, maximum });

/** Yes or no. */
export const flag = (description: string): Required<boolean> => required({ type: 'boolean', description });

/** A list of texts. */
export const texts = (description: string, maxItems: number, maxLength = 64): Required<string[]> =>
  required({ type: 'array', description, maxItems, items: { type: 'string', minLength: 1, maxLength } });

/** A point in time. */
export const time = (description: string): Required<string> =>
  required({ type: 'string', description, format: 'date-time' });

/** A ticket by its running number or id. */
export const ticketRef = (description = 'Ticket: its number such as 42, or its id.'): Required<string> =>
  text(description, 64);

/** How many results, and from where. */
export const pageFields = (
  most: number,
  usual: number,
): { limit: Field<number, true>; cursor: Field<string, true> } => ({
  limit: optional(integer(`How many; ${usual} by default.`, 1, most)),
  cursor: optional(text('`nextCursor` of the page before.', 16)),
});

/** The schema of a tool's arguments. */
export const toSchema = (fields: Fields): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
  required: Object.keys(fields).filter((name) => fields[name]?.isOptional === false),
  additionalProperties: false,
});
