import { type DomainError, notFound, raced } from '@parley/errors';

/** 404 `company_not_found`: no such company in this project, or no longer. */
export const companyNotFound = (): DomainError => notFound('company');

/** 409: the company came and went while it was being written. */
export const companyRaced = (): DomainError => raced('COMPANY_RACED');
