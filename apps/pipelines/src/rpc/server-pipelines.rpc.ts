import type { OnceContext } from '@parley/effects';
import type { AddPipelineEntryResponse } from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import type { PipelineEntry } from '@parley/proto/generated/parley/pipelines/v1/pipeline_entry';
import {
  type ServerEntry,
  ServerPipelinesServiceDefinition,
} from '@parley/proto/generated/parley/pipelines/v1/server_pipelines_service';
import { implement, type Partially, type ServiceImplementation } from '@parley/rpc';
import { requireBoard } from '../boards';
import type { Deps } from '../deps';
import {
  addServerEntry,
  findRecord,
  getServerEntry,
  listServerPipelines,
  type Place,
  presentServerEntry,
  putServerEntry,
  removeServerEntry,
} from '../server';

const { methods } = ServerPipelinesServiceDefinition;

interface Answer {
  entry?: ServerEntry | undefined;
}

const ofCompany = (request: { pipelineId: string; companyId: string }): Place => ({
  pipelineId: request.pipelineId,
  key: { $case: 'companyId', value: request.companyId },
});

const ofContact = (request: { pipelineId: string; userId: string }): Place => ({
  pipelineId: request.pipelineId,
  key: { $case: 'userId', value: request.userId },
});

const answer = (entry: Partially<PipelineEntry>): Partially<Answer> => ({ entry: presentServerEntry(entry) });

/** The effect is remembered with the answer that a repetition gets. */
const remembering = (context: OnceContext<Answer>): OnceContext<AddPipelineEntryResponse> => ({
  ...context,
  record: (tx, { entry }) => context.record(tx, answer(entry ?? {})),
});

export const serverPipelinesRpc = (deps: Deps): ServiceImplementation =>
  implement(ServerPipelinesServiceDefinition, {
    listServerPipelines: (request, context) => listServerPipelines(deps, request, context),
    addCompanyEntry: deps.effects.once(methods.addCompanyEntry, async (request, context) =>
      answer(await addServerEntry(deps, ofCompany(request), request, remembering(context))),
    ),
    putCompanyEntry: async (request, context) =>
      answer(await putServerEntry(deps, ofCompany(request), request, context)),
    getCompanyEntry: async (request, context) =>
      answer(await getServerEntry(deps, ofCompany(request), context)),
    removeCompanyEntry: async (request, context) =>
      answer(await removeServerEntry(deps, ofCompany(request), context)),
    addContactEntry: deps.effects.once(methods.addContactEntry, async (request, context) =>
      answer(await addServerEntry(deps, ofContact(request), request, remembering(context))),
    ),
    putContactEntry: async (request, context) =>
      answer(await putServerEntry(deps, ofContact(request), request, context)),
    getContactEntry: async (request, context) =>
      answer(await getServerEntry(deps, ofContact(request), context)),
    removeContactEntry: async (request, context) =>
      answer(await removeServerEntry(deps, ofContact(request), context)),
    checkServerPipeline: async ({ pipelineId, companyId, userId }, context) => {
      await requireBoard(deps, pipelineId, context);
      if (companyId !== undefined) await findRecord(deps, ofCompany({ pipelineId, companyId }), context);
      if (userId !== undefined) await findRecord(deps, ofContact({ pipelineId, userId }), context);
      return {};
    },
  });
