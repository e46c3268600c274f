import { AiModelsServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/ai_models_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { getModelCatalogue } from '../models';

export const aiModelsRpc = (): ServiceImplementation =>
  implement(AiModelsServiceDefinition, {
    getModelCatalogue: () => Promise.resolve(getModelCatalogue()),
  });
