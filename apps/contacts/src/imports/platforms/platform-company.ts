import { comparableDomain } from '@parley/addresses';
import { jsonBytes } from '@parley/json';
import { messageSchemas } from '@parley/proto';
import {
  type CompanyPatch,
  type CompanyRow,
  MAX_ADDRESS_BYTES,
  MAX_CUSTOM_DATA_BYTES,
  MAX_CUSTOM_DATA_KEYS,
} from '../../companies';
import { asObject, asText, type JsonObject, type Plain } from './json';
import { cut, unitedTags } from './texts';

/** A company as another platform has it. */
export interface PlatformCompany {
  companyId: string;
  name?: string | undefined;
  plan?: string | undefined;
  domain?: string | undefined;
  value?: number | undefined;
  tags?: readonly string[];
  address?: Readonly<Record<string, Plain>>;
  customData?: Readonly<Record<string, Plain>>;
}

const limits = messageSchemas['parley.contacts.v1.CompanyInput']?.properties ?? {};

const findLimit = (field: keyof CompanyPatch): number => Number(limits[field]?.['maxLength'] ?? Infinity);

/** The host of a web site, which may be given without `https://`. */
export const readDomain = (website: unknown): string | undefined => {
  const text = asText(website);
  if (text === undefined) return undefined;
  const url = text.includes('://') ? text : `https://${text}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') || undefined : undefined;
};

/** A number, also one that is given as text. */
export const asNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** The stored attributes with those of the platform, as many of them as a company may have. */
const customDataAfter = (stored: unknown, known: Readonly<Record<string, Plain>>): JsonObject => {
  let after = asObject(stored);
  for (const [key, value] of Object.entries(known)) {
    const more = { ...after, [key]: Array.isArray(value) ? value.join(', ') : value };
    const fits = Object.keys(more).length <= MAX_CUSTOM_DATA_KEYS && jsonBytes(more) <= MAX_CUSTOM_DATA_BYTES;
    if (fits) after = more;
  }
  return after;
};

/**
 * The changes of a stored company by a platform's. As with contacts, fields unknown to the platform stay, free attributes are
 * merged by name and tags united.
 */
export const toCompanyPatch = (company: PlatformCompany, stored: CompanyRow): CompanyPatch => {
  const { name, plan, domain, value, tags = [], address = {}, customData = {} } = company;
  const patch: CompanyPatch = {};
  if (name !== undefined) patch.name = cut(name, findLimit('name'));
  if (plan !== undefined) patch.plan = cut(plan, findLimit('plan'));
  if (domain !== undefined && domain.length <= findLimit('domain')) patch.domain = comparableDomain(domain);
  if (value !== undefined) patch.value = value;
  if (tags.length > 0) patch.tags = unitedTags(stored.tags, tags);
  const after = { ...asObject(stored.address), ...address };
  if (Object.keys(address).length > 0 && jsonBytes(after) <= MAX_ADDRESS_BYTES) patch.address = after;
  if (Object.keys(customData).length > 0) patch.customData = customDataAfter(stored.customData, customData);
  return patch;
};
