import { type FieldProblem, invalid } from '@parley/errors';
import { messageSchemas } from '@parley/proto';
import type { CompanyInput } from '@parley/proto/generated/parley/contacts/v1/companies_service';
import type { ContactInput } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import type { AttributeValue } from '@parley/proto/generated/parley/contacts/v1/record_directory_service';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { RecordType } from './record-type';

/** Most attributes of one write. */
export const MAX_ATTRIBUTES = 100;
const MAX_KEY_CHARACTERS = 64;
const CUSTOM_DATA = 'customData.';
/** No body has this key: it would be an object's prototype. */
const PROTOTYPE_KEY = '__proto__';

const writable = {
  contacts: {
    schema: 'parley.contacts.v1.ContactInput',
    fields: ['name', 'email', 'phone', 'lang', 'plan', 'value', 'sla'],
  },
  companies: {
    schema: 'parley.contacts.v1.CompanyInput',
    fields: ['name', 'plan', 'value', 'domain', 'sla'],
  },
} as const satisfies Record<
  RecordType,
  { schema: string; fields: readonly (keyof ContactInput | keyof CompanyInput)[] }
>;

type ContactField = (typeof writable)['contacts']['fields'][number];
type CompanyField = (typeof writable)['companies']['fields'][number];

const ajv = new Ajv({ strict: false });
addFormats(ajv, ['email', 'double']);

/** The rules of the contract for each attribute that is a field of its own. */
const rules = (type: RecordType): ReadonlyMap<string, ValidateFunction> => {
  const { schema, fields } = writable[type];
  const properties = messageSchemas[schema]?.properties ?? {};
  return new Map(fields.map((field) => [field, ajv.compile(properties[field] ?? false)]));
};

const rulesByType: Record<RecordType, ReadonlyMap<string, ValidateFunction>> = {
  contacts: rules('contacts'),
  companies: rules('companies'),
};

const typeMessages: Record<string, string> = { string: 'must be a text', number: 'must be a number' };

const describeError = ({ errors }: ValidateFunction): string => {
  const [error] = errors ?? [];
  const params: Record<string, unknown> = error?.params ?? {};
  if (error?.keyword === 'type') return typeMessages[String(params['type'])] ?? 'is not valid';
  if (error?.keyword === 'maxLength') return `must have at most ${String(params['limit'])} characters`;
  if (error?.keyword === 'format') return 'must be an e-mail address';
  return 'is not valid';
};

const customDataKey = (attribute: string): string | undefined => {
  if (!attribute.startsWith(CUSTOM_DATA)) return undefined;
  const key = attribute.slice(CUSTOM_DATA.length);
  const { length } = [...key];
  const isKey = length > 0 && length <= MAX_KEY_CHARACTERS && !key.includes('.') && key !== PROTOTYPE_KEY;
  return isKey ? key : undefined;
};

const isPlain = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && isFinite(value));

/** The changes of a record. */
export interface RecordPatch {
  /** Fields of their own, as a request for the record has them. */
  fields: Pick<ContactInput & CompanyInput, ContactField | CompanyField>;
  /** Names of those that are cleared. */
  nulls: readonly string[];
  /** Keys of `customData` with their values, where null removes a key. */
  customData: ReadonlyMap<string, unknown>;
}

const findProblem = (type: RecordType, { attribute, value }: AttributeValue): string | undefined => {
  if (customDataKey(attribute) !== undefined)
    return value === null || isPlain(value) ? undefined : 'must be a text, a number, true, false or null';
  const rule = rulesByType[type].get(attribute);
  if (!rule) return 'cannot be written';
  return value === null || rule(value) ? undefined : describeError(rule);
};

/**
 * Reads what to write, by the rules of the contract. 400 naming the attribute for one that is not writable or named twice,
 * and for a value that it cannot have; 400 for more than 100.
 */
export const readAttributes = (type: RecordType, values: readonly AttributeValue[]): RecordPatch => {
  if (values.length > MAX_ATTRIBUTES)
    throw invalid({ field: 'values', message: `must have at most ${MAX_ATTRIBUTES} elements` });
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  for (const value of values) {
    const { attribute } = value;
    const message = seen.has(attribute) ? 'is named twice' : findProblem(type, value);
    if (message !== undefined) problems.push({ field: attribute, message });
    seen.add(attribute);
  }
  if (problems.length > 0) throw invalid(problems);
  const own = values.filter(({ attribute }) => customDataKey(attribute) === undefined);
  return {
    // Their rules have checked the types.
    fields: Object.fromEntries(
      own.filter(({ value }) => value !== null).map(({ attribute, value }) => [attribute, value]),
    ) as RecordPatch['fields'],
    nulls: own.filter(({ value }) => value === null).map(({ attribute }) => attribute),
    customData: new Map(
      values.flatMap(({ attribute, value }): [string, unknown][] => {
        const key = customDataKey(attribute);
        return key === undefined ? [] : [[key, value]];
      }),
    ),
  };
};

/** The attribute that stands for a key of `customData`. */
export const customAttribute = (key: string): string => `${CUSTOM_DATA}${key}`;
