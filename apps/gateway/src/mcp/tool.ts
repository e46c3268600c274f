import type { Parley } from '@parley/client';
import { type DomainError, invalid } from '@parley/errors';
import { isObject } from '@parley/json';
import type { JsonSchema } from '@parley/proto';
import { createValidator } from '../rest';
import { type Arguments, type Field, type Fields, optional, text, toSchema } from './fields';

/** The answer of a tool: a text for the model to read, and the same for programs. */
export interface ToolAnswer {
  text: string;
  data: object;
}

/** Everything that a tool works with. */
export interface ToolCall {
  /** The REST API as the caller of the request. */
  parley: Parley;
  /** The caller itself; only a person has drafts and is `me`. */
  userId: string | undefined;
}

/** Whether a tool only reads, adds something, or changes what there is. */
type Effect = 'reads' | 'adds' | 'changes';

interface Definition<F extends Fields> {
  /** For people. */
  title: string;
  /** For the model; under 300 characters. */
  description: string;
  effect: Effect;
  fields: F;
  run(args: Arguments<F>, call: ToolCall): Promise<ToolAnswer>;
}

/** A tool as a model sees it, and its work. */
export interface Tool {
  /** Its entry in `tools/list`. */
  listed: {
    name: string;
    title: string;
    description: string;
    inputSchema: { type: 'object' } & JsonSchema;
    annotations: {
      readOnlyHint: boolean;
      destructiveHint: boolean;
      idempotentHint: boolean;
      openWorldHint: boolean;
    };
  };
  writes: boolean;
  /** Checks arguments; without those that are null. 400 `invalid_input` naming the field. */
  read(given: unknown): Record<string, unknown>;
  run(args: Record<string, unknown>, call: ToolCall): Promise<ToolAnswer>;
}

/** Name of the argument of writing tools that makes a repetition harmless. */
export const KEY_FIELD = 'idempotencyKey';

const key = optional(
  text(
    'Any unique text: the same call with it has its effect once and gets the first answer, for 24 hours.',
    255,
  ),
);

/** Defines a tool. Its arguments are typed by its fields; one that writes also takes an idempotency key. */
export const defineTool = <F extends Fields>(
  name: string,
  { title, description, effect, fields, run }: Definition<F>,
): Tool => {
  const writes = effect !== 'reads';
  const all: Fields = writes ? { ...fields, [KEY_FIELD]: key } : fields;
  const schema = toSchema(all);
  // Unknown arguments are named one by one, with those there are.
  const validate = createValidator({ ...schema, additionalProperties: true });
  return {
    listed: {
      name,
      title,
      description,
      inputSchema: { type: 'object', ...schema },
      annotations: {
        readOnlyHint: !writes,
        destructiveHint: writes,
        idempotentHint: effect !== 'adds',
        openWorldHint: false,
      },
    },
    writes,
    read: (given) => {
      if (given !== undefined && !isObject(given))
        throw invalid({ field: 'arguments', message: 'must be an object' });
      const args = Object.fromEntries(
        Object.entries(given ?? {})
          .filter(([, value]) => value !== null)
          .map(([field, value]) => [field, toText(all[field], value)]),
      );
      const stranger = Object.keys(args).find((field) => !Object.hasOwn(all, field));
      if (stranger !== undefined)
        throw invalid({
          field: stranger,
          message: `is no argument; there are ${Object.keys(all).join(', ') || 'none'}`,
        });
      const problems = validate(args, true);
      if (problems) throw invalid(problems);
      return args;
    },
    run: (args, call) => run(args as Arguments<F>, call),
  };
};

/** A number where a text is wanted, such as that of a ticket, as a text; schemas of one type are known to every model. */
const toText = (field: Field<unknown> | undefined, value: unknown): unknown =>
  field?.schema['type'] === 'string' && typeof value === 'number' ? String(value) : value;

/** 400 `invalid_input` about an argument. */
export const badArgument = (field: string, message: string): DomainError => invalid({ field, message });
