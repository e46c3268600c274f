import { createEffects } from '@parley/effects';
import { ofAggregate } from '@parley/events';
import { fileReferencesRpc } from '@parley/files';
import { RecordDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/record_directory_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { ServiceAccountDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/service_account_directory_service';
import { TeamMembershipServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/team_membership_service';
import { createClient } from '@parley/rpc';
import type { Platform, ServiceModule } from '@parley/runtime';
import { openService } from '@parley/service';
import { createCalculations } from './boards';
import type { Deps } from './deps';
import { CONTACTS_DURABLE, onContacts, onWorkspace, WORKSPACE_DURABLE } from './events';
import { migrations } from './generated/migrations';
import { createAddTogether } from './entries';
import { createDirectory, createFormerNotes, formerNotesJob, createReader, readingJob } from './records';
import { createPurger, purgeJob } from './pipelines';
import { createImplementations } from './rpc';
import { createWorkspaceClient } from './workspace';

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
    implementations: [fileReferencesRpc({ db, clock }), ...createImplementations(deps)],
  });
};
