import { comparableDomain } from '@parley/addresses';
import { type FieldProblem, invalid } from '@parley/errors';
import { jsonBytes } from '@parley/json';
import type { CompanyInput } from '@parley/proto/generated/parley/contacts/v1/companies_service';
import { readTags } from '../contacts';
import { type CompanyPatch, MAX_COMPANY_ID, reservedCompanyIds } from './company';

export const MAX_CUSTOM_DATA_KEYS = 100;
export const MAX_CUSTOM_DATA_BYTES = 65_536;
export const MAX_ADDRESS_BYTES = 16_384;

const plain = ['name', 'plan', 'value', 'sla'] as const satisfies readonly (keyof CompanyInput &
  keyof CompanyPatch)[];

/** What null makes of each field. */
const cleared: Required<CompanyPatch> = {
  name: null,
  plan: null,
  value: null,
  domain: null,
  sla: null,
  tags: [],
  address: null,
  customData: null,
};

const isField = (name: string): name is keyof CompanyPatch => Object.hasOwn(cleared, name);

const isPrimitive = (value: unknown): boolean => typeof value !== 'object' || value === null;

const nestedValues = (customData: Readonly<Record<string, unknown>>): FieldProblem[] =>
  Object.entries(customData)
    .filter(([, value]) => !isPrimitive(value))
    .map(([key]) => ({ field: `customData.${key}`, message: 'must be a text, a number, true or false' }));

/** 400 for an identifier that no company can have. */
export const checkCompanyId = (companyId: string): void => {
  if (reservedCompanyIds.includes(companyId))
    throw invalid({ field: 'companyId', message: `must not be ${reservedCompanyIds.join(' or ')}` });
  if ([...companyId].length > MAX_COMPANY_ID)
    throw invalid({ field: 'companyId', message: `must have at most ${MAX_COMPANY_ID} characters` });
};

/**
 * Reads the writable fields of a request. Fields that it omits are not in the patch; those named in `nulls` are cleared,
 * as is an empty `domain`, which names nothing.
 *
 * @throws DomainError `invalid` for tags that are no texts of 1 to 64 characters or more than 50, and for nested custom
 * data.
 */
export const readCompanyInput = (input: CompanyInput | undefined, nulls: readonly string[]): CompanyPatch => {
  const problems: FieldProblem[] = [];
  const patch: CompanyPatch = {};
  if (input) {
    const { domain, tags, address, customData } = input;
    for (const field of plain) {
      if (input[field] !== undefined) Object.assign(patch, { [field]: input[field] });
    }
    if (domain !== undefined) patch.domain = comparableDomain(domain) || null;
    if (tags !== undefined) patch.tags = readTags(tags, problems);
    if (address !== undefined) patch.address = address;
    if (customData !== undefined) {
      problems.push(...nestedValues(customData));
      patch.customData = customData;
    }
  }
  for (const field of nulls) if (isField(field)) Object.assign(patch, { [field]: cleared[field] });
  if (problems.length > 0) throw invalid(problems);
  return patch;
};

/** 400 for more free data than a company may have: 100 keys, 65,536 bytes; an address of 16,384 bytes. */
export const checkFreeData = ({
  customData,
  address,
}: Pick<CompanyPatch, 'customData' | 'address'>): void => {
  const problems: FieldProblem[] = [];
  if (Object.keys(customData ?? {}).length > MAX_CUSTOM_DATA_KEYS)
    problems.push({ field: 'customData', message: `must have at most ${MAX_CUSTOM_DATA_KEYS} keys` });
  if (jsonBytes(customData) > MAX_CUSTOM_DATA_BYTES)
    problems.push({ field: 'customData', message: `must have at most ${MAX_CUSTOM_DATA_BYTES} bytes` });
  if (jsonBytes(address) > MAX_ADDRESS_BYTES)
    problems.push({ field: 'address', message: `must have at most ${MAX_ADDRESS_BYTES} bytes` });
  if (problems.length > 0) throw invalid(problems);
};
