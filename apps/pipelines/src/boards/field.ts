import type { RecordType } from './board';

/** A choice of a select. */
export interface FieldOption {
  label: string;
  value: string;
}

/** A stored field. */
export interface FieldRow {
  projectId: string;
  /** Key of its values in entries. */
  id: string;
  pipelineId: string;
  fieldId: string;
  label: string;
  type: string;
  source: string;
  unit: string | null;
  options: FieldOption[] | null;
  calculation: string | null;
  readOnly: boolean;
  order: number;
  createdAt: Date;
  updatedAt: Date;
}

interface Attributes {
  writable: readonly string[];
  readOnly: readonly string[];
}

const attributes: Readonly<Record<RecordType, Attributes>> = {
  contacts: {
    writable: ['name', 'email', 'phone', 'lang', 'plan', 'value', 'sla'],
    readOnly: ['userId', 'companyId', 'companyName', 'avatar', 'tags', 'unsubscribed', 'createdAt'],
  },
  companies: {
    writable: ['name', 'plan', 'value', 'domain', 'sla'],
    readOnly: ['companyId', 'tags', 'createdAt'],
  },
};

/** Begins the attributes that are keys of `customData`. */
export const CUSTOM = 'customData.';
const MAX_KEY = 64;
/** No body can carry a value under this name. */
const PROTOTYPE = '__proto__';

/** The key of `customData` that an attribute is; undefined for any other attribute. */
export const customKey = (attribute: string): string | undefined =>
  attribute.startsWith(CUSTOM) ? attribute.slice(CUSTOM.length) : undefined;

/** Whether an attribute of a record can be written, can be read only, or is none. */
export const attributeKind = (
  recordType: RecordType,
  attribute: string,
): 'writable' | 'readOnly' | undefined => {
  const { writable, readOnly } = attributes[recordType];
  const key = customKey(attribute);
  if (key !== undefined) {
    const length = [...key].length;
    const isKey = length >= 1 && length <= MAX_KEY && !key.includes('.') && key !== PROTOTYPE;
    return isKey ? 'writable' : undefined;
  }
  if (writable.includes(attribute)) return 'writable';
  return readOnly.includes(attribute) ? 'readOnly' : undefined;
};

/** Whether the summary may calculate over values of a type. */
export const isNumeric = ({ type }: Pick<FieldRow, 'type'>): boolean =>
  type === 'number' || type === 'currency';
