import { projectScope } from '@parley/auth';
import { csvEncoder } from '@parley/csv';
import { compileFilter, type FieldMap, type FilterCondition, inOrder } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  ExportTicketsCsvRequest,
  ExportTicketsCsvResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_exports_service';
import type { Deps } from '../deps';
import { ticketFields } from '../tickets';
import { presentTicket } from '../core';
import { cutBatches } from './batches';
import { chooseColumns } from './export-fields';
import { findRows, getRows } from './export.store';
import { exportExclusions } from './selection';

const DEFAULT_TYPE = 'BUG';

/** Ids that are read at a time. */
const PAGE = 5_000;

const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/;

const dateFields: FieldMap = {
  startDate: { column: 't.created_at', type: 'date' },
  endDate: { column: 't.created_at', type: 'date' },
};

const typeCondition = ({ type, filter }: ExportTicketsCsvRequest): FilterCondition[] => {
  const values = (type ?? '').split(',').filter((value) => value !== '');
  if (values.length > 0) return [{ field: 'type', operator: 'eq', values }];
  if (filter.some(({ field }) => field === 'type')) return [];
  return [{ field: 'type', operator: 'eq', values: [DEFAULT_TYPE] }];
};

const dateConditions = ({ startDate, endDate }: ExportTicketsCsvRequest): FilterCondition[] => {
  const conditions: FilterCondition[] = [];
  if (startDate) conditions.push({ field: 'startDate', operator: 'gte', values: [startDate] });
  if (endDate) {
    // A bare date means the whole day, to its last millisecond.
    const end = BARE_DATE.test(endDate) ? `${endDate}T23:59:59.999Z` : endDate;
    conditions.push({ field: 'endDate', operator: 'lte', values: [end] });
  }
  return conditions;
};

const compile = (request: ExportTicketsCsvRequest, params: unknown[]): string =>
  [
    exportExclusions(request),
    compileFilter([...typeCondition(request), ...request.filter], ticketFields, params),
    compileFilter(dateConditions(request), dateFields, params),
  ].join(' AND ');

/**
 * The tickets as a CSV file in parts, newest first. Each part is found from where the one before ended, so that memory
 * stays flat however many rows there are and no connection is kept while the client reads.
 */
export async function* exportTicketsCsv(
  { db }: Pick<Deps, 'db'>,
  request: ExportTicketsCsvRequest,
  context: CallContext,
): AsyncGenerator<ExportTicketsCsvResponse> {
  const { projectId } = projectScope(context.scope);
  const encoder = csvEncoder(chooseColumns(request.projection));
  const params: unknown[] = [projectId];
  const where = compile(request, params);
  const page = { orderBy: 't.id DESC', skip: 0, limit: PAGE };
  let found = await findRows(db, { where, params, ...page });
  yield { chunk: encoder.header(request) };
  for (;;) {
    for (const ids of cutBatches(found)) {
      const rows = inOrder(ids, await getRows(db, projectId, ids));
      yield { chunk: encoder.rows(rows.map(presentTicket)) };
    }
    const last = found.at(-1);
    if (!last || found.length < PAGE) return;
    const after = `${where} AND t.id < $${params.length + 1}`;
    found = await findRows(db, { where: after, params: [...params, last.id], ...page });
  }
}
