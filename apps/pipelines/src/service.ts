import { createEffects } from '@parley/effects';
import { ofAggregate } from '@parley/events';
import { fileReferencesRpc } from '@parley/files';
import { RecordDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/record_directory_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { ServiceAccountDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/service_account_directory_service';
import { TeamMembershipServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/team_membership_service';
import { createClient } from '@parley/rpc';
import { type Platform, type ServiceModule } from '@parley/runtime';
import { openService } from '@parley/service';
import { createCalculations } from './boards/summary.store';
import { type Deps } from './deps';
import { CONTACTS_DURABLE, onContacts } from './events/on-contacts';
import { onWorkspace, WORKSPACE_DURABLE } from './events/on-workspace';
import { migrations } from './generated/migrations';
import { createAddTogether } from './entries/add-together';
import { createDirectory } from './records/directory';
import { createPurger, purgeJob } from './pipelines/purge-pipelines';
import { createFormerNotes, formerNotesJob } from './records/former-notes';
import { createReader, readingJob } from './records/read-records';
import { pipelineBulkRpc } from './rpc/pipeline-bulk.rpc';
import { pipelineEntriesRpc } from './rpc/pipeline-entries.rpc';
import { pipelineFieldsRpc } from './rpc/pipeline-fields.rpc';
import { pipelinesRpc } from './rpc/pipelines.rpc';
import { createWorkspaceClient } from './workspace/workspace';

/** Dependencies that a test may replace. */
export interface PipelinesOptions {
  clock?: () => Date;
}

/** Composes the pipelines service. */
export const createPipelines = (
  platform: Platform,
  { clock = () => new Date() }: PipelinesOptions = {},
): ServiceModule => {
  const { log, peers } = platform;
  const { db, events, jobs, serve } = openService({ name: 'pipelines', platform, migrations, clock });
  const effects = createEffects({ db, sealer: platform.sealer, jobs, clock });
  const deps: Deps = {
    db,
    log,
    events,
    effects,
    directory: createDirectory(createClient(RecordDirectoryServiceDefinition, peers.contacts)),
    workspace: createWorkspaceClient({
      directory: createClient(DirectoryServiceDefinition, peers.workspace),
      memberships: createClient(TeamMembershipServiceDefinition, peers.workspace),
      serviceAccounts: createClient(ServiceAccountDirectoryServiceDefinition, peers.workspace),
    }),
    calculations: createCalculations(),
    addTogether: createAddTogether({ db, clock }),
    clock,
  };
  jobs.work(purgeJob, createPurger(deps));
  jobs.work(readingJob, createReader(deps));
  jobs.work(formerNotesJob, createFormerNotes(deps));
  events.subscribe(CONTACTS_DURABLE, onContacts(deps), { about: ofAggregate });
  events.subscribe(WORKSPACE_DURABLE, onWorkspace(deps));

  return serve({
    implementations: [
      fileReferencesRpc({ db, clock }),
      pipelinesRpc(deps),
      pipelineFieldsRpc(deps),
      pipelineEntriesRpc(deps),
      pipelineBulkRpc(deps),
    ],
  });
};
