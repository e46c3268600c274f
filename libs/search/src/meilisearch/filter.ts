import type { AttributeFilter, ScalarOrList, SearchQuery } from '../search-index';
import type { AttributeValue } from '../definition';
import { filterField } from './settings';

/**
 * A string as the engine stores it for filtering. Encoded, because its filter language has no way to write every string
 * (a backslash before a quote), and a filter that could be broken out of would end the separation of tenants.
 */
const encoded = (text: string): string => encodeURIComponent(text);

/** An attribute as the engine stores it. */
export const storedAttribute = (value: AttributeValue): AttributeValue => {
  if (Array.isArray(value)) return value.map(encoded);
  return typeof value === 'string' ? encoded(value) : value;
};

const literal = (value: string | number | boolean): string =>
  typeof value === 'string' ? `"${encoded(value)}"` : String(value);

const isNot = (filter: AttributeFilter): filter is { not: ScalarOrList } =>
  typeof filter === 'object' && !Array.isArray(filter);

/** The engine's filter for a query: its project and every condition. */
export const buildFilter = ({ projectId, filter }: Pick<SearchQuery, 'projectId' | 'filter'>): string[] => [
  `project = "${projectId}"`,
  ...Object.entries(filter ?? {}).flatMap(([attribute, condition]) => {
    if (condition === undefined) return [];
    const values = [isNot(condition) ? condition.not : condition].flat();
    const list = `${filterField(attribute)} IN [${values.map(literal).join(', ')}]`;
    return [isNot(condition) ? `NOT ${list}` : list];
  }),
];
