import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { compileList, type ListFields } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  ListCompanyTicketsRequest,
  ListCompanyTicketsResponse,
} from '@parley/proto/generated/parley/tickets/v1/company_tickets_service';
import type { Deps } from '../deps';
import { listedWhere, ticketFields, ticketSortable } from '../tickets';
import { findTickets, ticketView } from '../core';

export const DEFAULT_LIMIT = 25;
export const MAX_LIMIT = 100;

const companyTicketList: ListFields = {
  fields: ticketFields,
  sortable: ticketSortable,
  order: '-lastActivity',
  page: { default: DEFAULT_LIMIT, max: MAX_LIMIT },
};

/** A page of the tickets of a company, newest activity first unless asked for another order. 404 `company_not_found`. */
export const listCompanyTickets = async (
  { db, companies }: Pick<Deps, 'db' | 'companies'>,
  { companyId, fields, ...request }: ListCompanyTicketsRequest,
  context: CallContext,
): Promise<ListCompanyTicketsResponse> => {
  const { projectId } = projectScope(context.scope);
  const params: unknown[] = [projectId, companyId];
  const view = ticketView(fields);
  const { where, ...clauses } = compileList(request, companyTicketList, params);
  const [{ exists }, rows] = await Promise.all([
    companies.checkCompany({ companyId }, context),
    findTickets(
      db,
      { ...clauses, where: `${listedWhere(request)} AND t.company_id = $2 AND ${where}`, params },
      view,
    ),
  ]);
  if (!exists) throw notFound('company');
  return { tickets: rows.map(view.present) };
};
