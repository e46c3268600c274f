import { type EventRow, eventRow } from '@parley/events';
import type { CompanyRow } from './company';
import { presentCompany } from './company.present';

const companyEvent = (
  row: CompanyRow,
  headers: Record<string, string>,
  verb: string,
  payload: Readonly<Record<string, unknown>> = {},
): EventRow =>
  eventRow({
    subject: `contacts.v1.company.${verb}`,
    projectId: row.projectId,
    aggregateId: row.id,
    payload: { company: presentCompany(row), ...payload },
    headers,
  });

/** `contacts.v1.company.created`. */
export const companyCreated = (row: CompanyRow, headers: Record<string, string>): EventRow =>
  companyEvent(row, headers, 'created');

/** `contacts.v1.company.updated`. */
export const companyUpdated = (row: CompanyRow, headers: Record<string, string>): EventRow =>
  companyEvent(row, headers, 'updated', { version: row.version });

/** `contacts.v1.company.deleted`, with the company as it was. */
export const companyDeleted = (row: CompanyRow, headers: Record<string, string>): EventRow =>
  companyEvent(row, headers, 'deleted');
