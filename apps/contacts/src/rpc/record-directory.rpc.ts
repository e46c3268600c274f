import { RecordDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/record_directory_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { findRecords, getRecords, writeRecordAttributes } from '../records';

export const recordDirectoryRpc = (deps: Deps): ServiceImplementation =>
  implement(RecordDirectoryServiceDefinition, {
    getRecords: (request, context) => getRecords(deps, request, context),
    findRecords: (request, context) => findRecords(deps, request, context),
    writeRecordAttributes: (request, context) => writeRecordAttributes(deps, request, context),
  });
