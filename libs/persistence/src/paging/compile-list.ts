import { compileFilter, type FilterCondition } from '../filter/compile-filter';
import type { FieldMap } from '../filter/field-map';
import { compilePage, type Page, type PageQuery } from './compile-page';
import { compileSort, type SortFields } from './compile-sort';

/** The filters, sorts and page sizes of a list. */
export interface ListFields {
  /** None when it has no field filters. */
  fields?: FieldMap;
  /** Sort keys beside those of `fields`, see `compileSort`. */
  sortable?: SortFields;
  /** The order when none is asked for: `-createdAt`. */
  order: string;
  page: { default: number; max: number };
}

/** The query of a list: the request fields that every list has. */
export interface ListQuery extends PageQuery {
  sort?: string | undefined;
  filter?: readonly FilterCondition[] | undefined;
}

/** The parts of a list's statement. */
export interface ListClauses extends Page {
  /** `TRUE` without conditions. */
  where: string;
  orderBy: string;
}

/**
 * Turns the query of a list into the parts of its statement; values of conditions are appended to `params`.
 *
 * @throws DomainError INVALID_QUERY or FORBIDDEN_FILTER, see `compileFilter`, `compileSort` and `compilePage`.
 */
export const compileList = (
  { skip, limit, sort, filter = [] }: ListQuery,
  { fields = {}, sortable = {}, order, page }: ListFields,
  params: unknown[],
): ListClauses => ({
  where: compileFilter(filter, fields, params),
  orderBy: compileSort(sort, sortable, order, fields),
  ...compilePage({ skip, limit }, page),
});
