import { createDocumentViews, type DocumentView, made, type MadeField } from '@parley/persistence';
import type { Company } from '@parley/proto/generated/parley/contacts/v1/company';
import type { CompanyRow } from './company';
import { columns } from './company.columns';
import { presentCompany } from './company.present';

/** The fields of companies that are read. */
export type CompanyDocumentView = DocumentView<CompanyRow, Company>;

const ofCompany = <const Of extends keyof CompanyRow>(
  of: readonly Of[],
  show: (row: Pick<CompanyRow, Of>) => unknown,
): MadeField<Pick<CompanyRow, Of>> => made<CompanyRow, Of>(of, show);

/** The views of companies: whole documents, or chosen fields. */
export const companyViews = createDocumentViews<CompanyRow, Company>({
  columns,
  made: {
    _id: ofCompany(['id'], ({ id }) => id),
    project: ofCompany(['projectId'], ({ projectId }) => projectId),
    organisation: ofCompany(['organisationId'], ({ organisationId }) => organisationId),
  },
  always: ['id'],
  present: presentCompany,
});
