import { projectScope } from '@parley/auth';
import { DomainError, invalid, notFound } from '@parley/errors';
import { runTransaction, type Sql } from '@parley/persistence';
import type { CompanyInput } from '@parley/proto/generated/parley/contacts/v1/companies_service';
import type { ContactInput } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import type {
  WriteRecordAttributesRequest,
  WriteRecordAttributesResponse,
} from '@parley/proto/generated/parley/contacts/v1/record_directory_service';
import { type CallContext, eventHeaders } from '@parley/rpc';
import {
  type CompanyPatch,
  readCompanyInput,
  awaitNames,
  changeCompany,
  type SavedCompany,
} from '../companies';
import { type ContactPatch, type ContactRow, lockContact } from '../contacts';
import { changeContact, customDataAfter, makeOrigin, readContactInput } from '../saving';
import type { Deps } from '../deps';
import { customAttribute, readAttributes, type RecordPatch } from './record.input';
import { presentCompanyRecord, presentContactRecord } from './record.present';
import { lockCompanyById } from './record.store';
import { readRecordType } from './record-type';

const writeContact = async (
  deps: Deps,
  id: string,
  { fields, nulls, customData }: RecordPatch,
  context: CallContext,
): Promise<ContactRow> => {
  const { projectId } = projectScope(context.scope);
  const origin = makeOrigin(context, 'update', deps.clock());
  const own = readContactInput({ ...fields, nulls: [] } satisfies ContactInput, nulls);
  return runTransaction(deps.db, async (tx) => {
    const stored = await lockContact(tx, projectId, id);
    if (!stored) throw notFound('session');
    const [first = ''] = customData.keys();
    const free = customDataAfter(stored.customData, customData, customAttribute(first));
    const patch: ContactPatch = { ...own, ...(free !== undefined && { customData: free }) };
    return changeContact(tx, stored, patch, origin);
  });
};

/** A refusal of free data as one of the attribute that was written. */
const namingAttribute = (error: unknown, { customData }: RecordPatch): unknown => {
  const [key] = customData.keys();
  if (!(error instanceof DomainError) || key === undefined) return error;
  const fields = error.fields.filter(({ field }) => field === 'customData');
  return fields.length === 0
    ? error
    : invalid(
        fields.map(({ message }) => ({ field: customAttribute(key), message: `customData ${message}` })),
      );
};

const saveCompany = async (
  tx: Sql,
  deps: Deps,
  id: string,
  patch: CompanyPatch,
  context: CallContext,
): Promise<SavedCompany> => {
  const stored = await lockCompanyById(tx, projectScope(context.scope).projectId, id);
  if (!stored) throw notFound('company');
  return changeCompany(tx, stored, patch, { now: deps.clock(), headers: eventHeaders(context) });
};

const writeCompany = async (
  deps: Deps,
  id: string,
  asked: RecordPatch,
  context: CallContext,
): Promise<SavedCompany> => {
  const { fields, nulls, customData } = asked;
  const patch = readCompanyInput(fields satisfies CompanyInput, nulls);
  if (customData.size > 0) patch.customData = Object.fromEntries(customData);
  return runTransaction(deps.db, (tx) => saveCompany(tx, deps, id, patch, context)).catch(
    (error: unknown) => {
      throw namingAttribute(error, asked);
    },
  );
};

/**
 * Writes single attributes of a record for the caller, all or none; keys of `customData` that are not named stay, however
 * many writers there are. 400 naming the attribute, 404 `session_not_found` or `company_not_found`.
 */
export const writeRecordAttributes = async (
  deps: Deps,
  { recordType, id, values }: WriteRecordAttributesRequest,
  context: CallContext,
): Promise<WriteRecordAttributesResponse> => {
  const type = readRecordType(recordType);
  const asked = readAttributes(type, values);
  if (type === 'contacts') {
    const row = await writeContact(deps, id, asked, context);
    deps.wakeEvents();
    return { record: presentContactRecord(row) };
  }
  const saved = await writeCompany(deps, id, asked, context);
  deps.wakeEvents();
  await awaitNames(deps, saved, context);
  return { record: presentCompanyRecord(saved.row) };
};
