import type {
  AiModel,
  GetModelCatalogueResponse,
  ModelOption,
} from '@parley/proto/generated/parley/knowledge/v1/ai_models_service';
import type { Partially } from '@parley/rpc';
import { models, pickers, runtimeDefaults } from './catalogue';
import type { CatalogueEntry } from './catalogue-entry';

const presentModel = (model: CatalogueEntry): Partially<AiModel> => ({
  id: model.id,
  displayName: model.displayName,
  ...(model.shortLabel !== undefined && { shortLabel: model.shortLabel }),
  provider: model.provider,
  ...(model.contextWindow !== undefined && { contextWindow: model.contextWindow }),
  costPerMillionTokens: { ...model.costPerMillionTokens },
  capabilities: { ...model.capabilities },
  supportedEfforts: [...(model.supportedEfforts ?? [])],
  ...(model.defaultEffort !== undefined && { defaultEffort: model.defaultEffort }),
});

const listOptions = (ids: readonly string[]): ModelOption[] =>
  ids.flatMap((id) => {
    const model = models.find((one) => one.id === id);
    return model ? [{ value: id, label: model.displayName }] : [];
  });

/** The catalogue as the public document: unnamed fields stay internal. */
export const getModelCatalogue = (): Partially<GetModelCatalogueResponse> => ({
  models: models.map(presentModel),
  pickers: {
    agent: listOptions(pickers.agent),
    codeCloud: listOptions(pickers.codeCloud),
    codeRuntime: listOptions(pickers.codeRuntime),
    transcription: listOptions(pickers.transcription),
  },
  runtimeDefaults: { ...runtimeDefaults },
});
