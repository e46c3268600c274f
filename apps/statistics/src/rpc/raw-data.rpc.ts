import { RawDataServiceDefinition } from '@parley/proto/generated/parley/statistics/v1/raw_data_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { listRawData } from '../raw';

export const rawDataRpc = (deps: Deps): ServiceImplementation =>
  implement(RawDataServiceDefinition, {
    listRawData: (request, context) => listRawData(deps, request, context),
  });
