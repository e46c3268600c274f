import { type DomainError, notFound } from '@parley/errors';

/** 404 TEAM_NOT_FOUND: no such team in this project. */
export const teamNotFound = (): DomainError => notFound('team');
