import { AiModelsServiceDefinition as models } from '@parley/proto/generated/parley/knowledge/v1/ai_models_service';
import { CodeServiceDefinition as code } from '@parley/proto/generated/parley/knowledge/v1/code_service';
import { operation } from '../rest';

/** A model may take its time. */
const ANSWER_TIMEOUT_MS = 60_000;

export const codeOperations = [
  operation('ai-models.catalog', 'GET /ai/models', models, 'getModelCatalogue', { surface: 'public' }),
  operation('code.ask', 'POST /code/ask', code, 'askCode', {
    permission: 'KNOWLEDGE_FIND',
    timeoutMs: ANSWER_TIMEOUT_MS,
  }),
  operation('code.list-repositories', 'GET /code/repositories', code, 'listRepositories', {
    permission: 'KNOWLEDGE_FIND',
    out: 'repositories',
  }),
  operation('code.connect-repository', 'POST /code/repositories', code, 'connectRepository', {
    permission: 'KNOWLEDGE_CREATE',
    out: 'repository',
    errors: ['REPOSITORY_NAME_TAKEN', 'TOO_MANY_REPOSITORIES'],
  }),
  operation('code.get-repository', 'GET /code/repositories/{repositoryId}', code, 'getRepository', {
    permission: 'KNOWLEDGE_FIND',
    out: 'repository',
  }),
  operation('code.update-repository', 'PUT /code/repositories/{repositoryId}', code, 'updateRepository', {
    permission: 'KNOWLEDGE_UPDATE',
    out: 'repository',
    errors: ['REPOSITORY_NAME_TAKEN'],
  }),
  operation(
    'code.disconnect-repository',
    'DELETE /code/repositories/{repositoryId}',
    code,
    'disconnectRepository',
    {
      permission: 'KNOWLEDGE_DELETE',
      out: 'repository',
    },
  ),
];
