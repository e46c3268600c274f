import { DomainError, invalid, notFound, unavailable } from '@parley/errors';
import { newId } from '@parley/persistence';
import {
  type Record as DirectoryRecord,
  Record as RecordMessage,
  RecordDirectoryServiceDefinition,
} from '@parley/proto/generated/parley/contacts/v1/record_directory_service';
import { type CallContext, implement, type ServiceImplementation } from '@parley/rpc';

/** A contact or company of the neighbour. */
export interface StoredRecord {
  projectId: string;
  type: string;
  record: DirectoryRecord;
}

/** Stands in for the contacts service. */
export interface Records {
  implementation: ServiceImplementation;
  /** Whether it answers. */
  away: boolean;
  /** Calls since the start, by RPC. */
  calls: string[];
  all: Map<string, StoredRecord>;
  /** Who wrote attributes, in order. */
  writers: string[];
  add(projectId: string, type: string, attributes?: Partial<DirectoryRecord>): DirectoryRecord;
  /** Is run while a record is being asked for, once. */
  meanwhile: (() => Promise<void>) | undefined;
}

/** Starts with no record. */
export const createRecords = (): Records => {
  const all = new Map<string, StoredRecord>();
  const records: Records = {
    away: false,
    calls: [],
    all,
    writers: [],
    meanwhile: undefined,
    add: (projectId, type, attributes = {}) => {
      const record = RecordMessage.fromPartial({
        id: newId(),
        version: 1,
        createdAt: '2026-01-01T00:00:00.000Z',
        ...attributes,
      });
      all.set(record.id, { projectId, type, record });
      return record;
    },
    implementation: { fullName: '', methods: {} } as unknown as ServiceImplementation,
  };
  const asked = async (rpc: string): Promise<void> => {
    records.calls.push(rpc);
    if (records.away) throw unavailable('The contacts service is away.');
    const { meanwhile } = records;
    records.meanwhile = undefined;
    await meanwhile?.();
  };
  const of = ({ scope }: CallContext, type: string): StoredRecord[] =>
    [...all.values()].filter((stored) => stored.projectId === scope.projectId && stored.type === type);

  records.implementation = implement(RecordDirectoryServiceDefinition, {
    getRecords: async ({ recordType, ids }, context) => {
      const found = of(context, recordType)
        .map(({ record }) => record)
        .filter(({ id }) => ids.includes(id));
      await asked('getRecords');
      return { records: found, leftOut: [] };
    },
    findRecords: async ({ recordType, keys }, context) => {
      await asked('findRecords');
      const candidates = of(context, recordType).map(({ record }) => record);
      return {
        found: keys.flatMap(({ key }, index) => {
          const record = candidates.find(
            ({ userId, email, companyId }) =>
              (key?.$case === 'userId' && userId === key.value) ||
              (key?.$case === 'email' && email === key.value.toLowerCase()) ||
              (key?.$case === 'companyId' && companyId === key.value),
          );
          return record ? [{ index, record }] : [];
        }),
        leftOut: [],
      };
    },
    writeRecordAttributes: async ({ recordType, id, values }, context) => {
      await asked('writeRecordAttributes');
      const stored = of(context, recordType).find(({ record }) => record.id === id);
      if (!stored) throw notFound(recordType === 'contacts' ? 'session' : 'company');
      const bad = values.filter(({ attribute, value }) => attribute === 'email' && value === 'none');
      if (bad.length > 0) throw invalid([{ field: 'email', message: 'must be an e-mail address' }]);
      const { actor } = context.scope;
      records.writers.push('id' in actor ? actor.id : '');
      const record: Record<string, unknown> = { ...stored.record };
      for (const { attribute, value } of values) {
        const key = attribute.startsWith('customData.') ? attribute.slice(11) : undefined;
        const written = attribute === 'email' && typeof value === 'string' ? value.toLowerCase() : value;
        if (key === undefined) record[attribute] = written ?? undefined;
        else record['customData'] = { ...(record['customData'] as object), [key]: written };
      }
      record['version'] = stored.record.version + 1;
      stored.record = record as unknown as DirectoryRecord;
      return { record: stored.record };
    },
  });
  return records;
};

/** The reason and the fields of an error. */
export const refusal = async (work: Promise<unknown>): Promise<{ reason: string; fields: string[] }> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof DomainError)
      return { reason: error.reason, fields: error.fields.map(({ field }) => field) };
    throw error;
  }
  throw new Error('It was not refused');
};
