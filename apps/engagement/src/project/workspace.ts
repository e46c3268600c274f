import { createLocalCache } from '@parley/cache';
import type { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { type CallContext, type Client, systemContext } from '@parley/rpc';

/** Milliseconds that a project's settings and a member's name are cached. */
const BELIEF_MS = 5_000;
const MAX_PROJECTS = 10_000;

/** What this service acts on of a project's settings. */
export interface ProjectSettings {
  id: string;
  organisationId: string;
  name: string;
  defaultLanguage: string;
}

/** A member as contacts see one. */
export interface SenderProfile {
  name: string;
  profileImageUrl?: string;
}

/** What this service asks of the workspace. */
export interface Workspace {
  /** Settings of a project, asked for at most every 5 s. */
  settings(projectId: string, context: CallContext): Promise<ProjectSettings>;
  /** Whether a user has access to the project. */
  isMember(projectId: string, userId: string, context: CallContext): Promise<boolean>;
  /** A member by name, cached for 5 s; null for other people and for one without a name. */
  profile(projectId: string, userId: string, context: CallContext): Promise<SenderProfile | null>;
}

/** Asks the workspace service. Answers are the same for every caller, so none of them lends its identity. */
export const createWorkspaceClient = (directory: Client<DirectoryServiceDefinition>): Workspace => {
  const projects = createLocalCache<ProjectSettings>({ max: MAX_PROJECTS, ttlMs: BELIEF_MS });
  const profiles = createLocalCache<SenderProfile | null>({ max: MAX_PROJECTS, ttlMs: BELIEF_MS });
  const makeContext = (projectId: string, { requestId, traceparent }: CallContext): CallContext =>
    systemContext('engagement', { projectId, requestId, ...(traceparent !== undefined && { traceparent }) });
  const findMember = async (projectId: string, userId: string, context: CallContext) => {
    const request = { projectId, userIds: [userId] };
    const { members } = await directory.getMembers(request, makeContext(projectId, context));
    return members.find(({ id }) => id === userId);
  };
  return {
    settings: (projectId, context) =>
      projects.getOrLoad(projectId, async () => {
        const { settings } = await directory.getProjectSettings(
          { projectId },
          makeContext(projectId, context),
        );
        if (!settings) throw new Error(`The workspace answered no settings of project ${projectId}`);
        const { id, organisationId, name, defaultLanguage } = settings;
        return { id, organisationId, name, defaultLanguage };
      }),
    isMember: async (projectId, userId, context) =>
      (await findMember(projectId, userId, context)) !== undefined,
    profile: (projectId, userId, context) =>
      profiles.getOrLoad(`${projectId} ${userId}`, async () => {
        const member = await findMember(projectId, userId, context);
        const name = [member?.firstName, member?.lastName].filter(Boolean).join(' ');
        if (!member || name === '') return null;
        const { profileImageUrl } = member;
        return { name, ...(profileImageUrl !== undefined && { profileImageUrl }) };
      }),
  };
};
