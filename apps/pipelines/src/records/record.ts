import type { Record as DirectoryRecord } from '@parley/proto/generated/parley/contacts/v1/record_directory_service';
import { type RecordType, customKey } from '../boards';

/** Attributes of a contact or company by their names; unset ones are absent. */
export type Attributes = Readonly<Record<string, unknown>>;

/** A state of a contact or company. */
export interface RecordState {
  id: string;
  /** Of two states the one with the greater version is the newer. */
  version: number;
  attributes: Attributes;
}

/** The copy of a record, from its owner's answer. */
export const recordState = ({ id, version, ...attributes }: DirectoryRecord): RecordState => ({
  id,
  version,
  attributes: Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => value !== undefined && value !== null),
  ),
});

const own = (object: unknown, key: string): unknown =>
  typeof object === 'object' && object !== null && !Array.isArray(object) && Object.hasOwn(object, key)
    ? (object as Record<string, unknown>)[key]
    : undefined;

/** Reads the value of an attribute; undefined when it is unset, as an empty list of tags is. */
export const attributeReader = (attribute: string): ((attributes: Attributes) => unknown) => {
  const key = customKey(attribute);
  const isTags = attribute === 'tags';
  return (attributes) => {
    const value = key === undefined ? own(attributes, attribute) : own(attributes['customData'], key);
    if (value === null || (isTags && Array.isArray(value) && value.length === 0)) return undefined;
    return value;
  };
};

/** The value of an attribute, read once. */
export const readAttribute = (attributes: Attributes, attribute: string): unknown =>
  attributeReader(attribute)(attributes);

/** What entries show of the record itself. */
export const shownAttributes: Readonly<Record<RecordType, readonly string[]>> = {
  contacts: ['name', 'email', 'userId', 'avatar', 'companyId', 'companyName'],
  companies: ['companyId', 'name', 'domain'],
};

const searched: Readonly<Record<RecordType, readonly string[]>> = {
  contacts: ['name', 'email', 'userId'],
  companies: ['name', 'companyId', 'domain'],
};

/** A line for each searchable text, in lower case. */
export const searchText = (recordType: RecordType, attributes: Attributes): string =>
  searched[recordType]
    .flatMap((name) => {
      const value = readAttribute(attributes, name);
      return typeof value === 'string' ? value.toLowerCase() : [];
    })
    .join('\n');
