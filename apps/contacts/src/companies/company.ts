import { isObject } from '@parley/json';
import { newId } from '@parley/persistence';
import { isDeepStrictEqual } from 'node:util';
import { searchKey } from '../contacts';

/** A company as it is stored. */
export interface CompanyRow {
  projectId: string;
  /** The customer's own identifier. */
  companyId: string;
  id: string;
  organisationId: string;
  name: string | null;
  /** See `toSearchName`. */
  searchName: string;
  plan: string | null;
  value: number | null;
  /** Trimmed, lower-case. */
  domain: string | null;
  sla: number | null;
  tags: string[];
  address: unknown;
  customData: unknown;
  /** The database moves it on with every activity of a contact of the company. */
  lastSeenAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** Counts the changes, from 1. */
  version: number;
}

/** A company of a project. */
export type CompanyRef = Pick<CompanyRow, 'projectId' | 'organisationId' | 'companyId'>;

/** A request's changes of a company: values of columns, where null clears. */
export type CompanyPatch = Partial<
  Pick<CompanyRow, 'name' | 'plan' | 'value' | 'domain' | 'sla' | 'tags' | 'address' | 'customData'>
>;

/** Most characters of a `companyId`. */
export const MAX_COMPANY_ID = 256;

/** Words that stand for something else where a company's identifier is part of a path. */
export const reservedCompanyIds: readonly string[] = ['count', 'search'];

/** A name as search compares it; empty without one. */
export const toSearchName = (name: string | null): string => searchKey(name ?? '');

/** Merges one level deep, where null removes a key; values that are no objects replace and are replaced whole. */
export const merged = (stored: unknown, sent: unknown): unknown => {
  if (!isObject(sent)) return sent;
  const entries = Object.entries({ ...(isObject(stored) && stored), ...sent });
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
};

/** The company after a patch; the same one when the patch changes nothing. */
export const changedCompany = (row: CompanyRow, patch: CompanyPatch, now: Date): CompanyRow => {
  const after: CompanyRow = { ...row, ...patch };
  if (patch.address !== undefined) after.address = merged(row.address, patch.address);
  if (patch.customData !== undefined) after.customData = merged(row.customData, patch.customData);
  if (isDeepStrictEqual(row, after)) return row;
  return { ...after, searchName: toSearchName(after.name), updatedAt: now, version: row.version + 1 };
};

/** A new company. Contacts that named it before it was there were last active at `lastSeenAt`. */
export const newCompany = (
  { projectId, organisationId, companyId }: CompanyRef,
  patch: CompanyPatch,
  lastSeenAt: Date | null,
  now: Date,
): CompanyRow => {
  const empty: CompanyRow = {
    projectId,
    organisationId,
    companyId,
    id: newId(),
    name: null,
    searchName: '',
    plan: null,
    value: null,
    domain: null,
    sla: null,
    tags: [],
    address: null,
    customData: null,
    lastSeenAt,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  return { ...changedCompany(empty, patch, now), version: 1 };
};
