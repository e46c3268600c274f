import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { compilePage } from '@parley/persistence';
import { type CallContext } from '@parley/rpc';
import {
  type ListCompanyTicketsRequest,
  type ListCompanyTicketsResponse,
} from '@parley/proto/generated/parley/tickets/v1/company_tickets_service';
import { type Deps } from '../deps';
import { listedWhere } from '../tickets/list-tickets';
import { findTickets } from '../tickets/ticket.list.store';
import { presentTicket } from '../tickets/ticket.present';

export const DEFAULT_LIMIT = 25;
export const MAX_LIMIT = 100;

/** A page of the tickets of a company, newest activity first. 404 `company_not_found`. */
export const listCompanyTickets = async (
  { db, companies }: Pick<Deps, 'db' | 'companies'>,
  { companyId, skip, limit, ...flags }: ListCompanyTicketsRequest,
  context: CallContext,
): Promise<ListCompanyTicketsResponse> => {
  const { projectId } = projectScope(context.scope);
  const page = compilePage({ skip, limit }, { default: DEFAULT_LIMIT, max: MAX_LIMIT });
  const [{ exists }, rows] = await Promise.all([
    companies.checkCompany({ companyId }, context),
    findTickets(db, {
      where: `${listedWhere(flags)} AND t.company_id = $2`,
      params: [projectId, companyId],
      orderBy: 't.last_activity DESC, t.id DESC',
      ...page,
    }),
  ]);
  if (!exists) throw notFound('company');
  return { tickets: rows.map(presentTicket) };
};
