import { comparableDomain } from '@parley/addresses';
import { compileFilter, type FilterCondition } from '@parley/persistence';
import { searchKey } from '../contacts';
import { readConditions } from './company.conditions';
import { companyFields } from './company.fields';
import type { Selection } from './company.list.store';

/** The filters of a list and a count of companies. */
export interface CompanyQuery {
  filter: readonly FilterCondition[];
  search?: string | undefined;
  conditions?: string | undefined;
}

/** Domains are stored lower-case and compared so. */
const comparable = (condition: FilterCondition): FilterCondition =>
  condition.field === 'domain' ? { ...condition, values: condition.values.map(comparableDomain) } : condition;

/** A text as a part of a LIKE pattern. */
export const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** The companies of a project that a query asks for. */
export const selectCompanies = (
  projectId: string,
  { filter, search, conditions }: CompanyQuery,
): Selection => {
  const params: unknown[] = [projectId];
  const all = [...filter, ...readConditions(conditions)].map(comparable);
  const matches = compileFilter(all, companyFields, params);
  const term = searchKey(search ?? '');
  if (term === '') return { where: matches, params };
  const named = `search_name LIKE $${params.push(`%${escaped(term)}%`)}`;
  return { where: `${named} AND ${matches}`, params };
};
