import { AssignmentDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/assignment_directory_service';
import { CustomComponentsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/custom_components_service';
import { IntegrationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/integrations_service';
import { InvitationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/invitations_service';
import { NoticeDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/notice_directory_service';
import { OrganisationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/organisations_service';
import { ProjectMembersServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/project_members_service';
import { ProjectsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { ProvisioningServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/provisioning_service';
import { RosterServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/roster_service';
import { ServiceAccountDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/service_account_directory_service';
import { ServiceAccountsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/service_accounts_service';
import { TeamHoursServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/team_hours_service';
import { TeamMembershipServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/team_membership_service';
import { TeamsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/teams_service';
import { UserPushesServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/user_pushes_service';
import { ViewsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/views_service';
import { WebhooksServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import { WindowsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/windows_service';
import { implementWith } from '@parley/effects';
import type { ServiceImplementation } from '@parley/rpc';
import * as components from '../components';
import * as directory from '../directory';
import * as integrations from '../integrations';
import * as invitations from '../invitations';
import * as members from '../members';
import * as notices from '../notices';
import * as organisations from '../organisations';
import * as projects from '../projects';
import * as pushes from '../pushes';
import * as provisioning from '../provisioning';
import * as roster from '../roster';
import * as serviceAccounts from '../service-accounts';
import * as teams from '../teams';
import * as views from '../views';
import * as webhooks from '../webhooks';
import * as windows from '../windows';
import type { Deps } from '../deps';
import { directoryRpc } from './directory.rpc';
import { usersRpc } from './users.rpc';

/** Everything that the service serves. The operations that are named record their effect. */
export const createImplementations = (deps: Deps): ServiceImplementation[] => [
  implementWith(deps, AssignmentDirectoryServiceDefinition, directory),
  implementWith(deps, CustomComponentsServiceDefinition, components, 'createCustomComponent'),
  implementWith(deps, IntegrationsServiceDefinition, integrations),
  implementWith(deps, InvitationsServiceDefinition, invitations, 'inviteToOrganisation', 'inviteToProject'),
  implementWith(deps, NoticeDirectoryServiceDefinition, notices),
  implementWith(deps, OrganisationsServiceDefinition, organisations, 'createOrganisation'),
  implementWith(deps, ProjectMembersServiceDefinition, members),
  implementWith(deps, ProjectsServiceDefinition, projects, 'createProject', 'rotateProjectSecretKey'),
  implementWith(deps, ProvisioningServiceDefinition, provisioning),
  implementWith(deps, RosterServiceDefinition, roster),
  implementWith(deps, ServiceAccountDirectoryServiceDefinition, directory),
  implementWith(deps, ServiceAccountsServiceDefinition, serviceAccounts, 'createServiceAccount'),
  implementWith(deps, TeamHoursServiceDefinition, teams),
  implementWith(deps, TeamMembershipServiceDefinition, directory),
  implementWith(deps, TeamsServiceDefinition, teams, 'createTeam'),
  implementWith(
    deps,
    WebhooksServiceDefinition,
    webhooks,
    'createWebhook',
    'redeliverWebhook',
    'rotateWebhookSecret',
  ),
  implementWith(deps, UserPushesServiceDefinition, pushes),
  implementWith(deps, ViewsServiceDefinition, views, 'createView'),
  implementWith(deps, WindowsServiceDefinition, windows),
  directoryRpc(deps),
  usersRpc(deps),
];
