import { createLocalCache } from '@parley/cache';
import type { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { type CallContext, type Client, systemContext } from '@parley/rpc';

/** Milliseconds that a project's settings and a member's name are cached. */
const BELIEF_MS = 5_000;
const MAX_PROJECTS = 10_000;

/** The settings of a project that the help center uses. */
export interface ProjectSettings {
  id: string;
  name: string;
  languages: string[];
  defaultLanguage: string;
  /** Free JSON by name, that of the public keys checked. */
  helpcenter: Readonly<Record<string, unknown>>;
  /** Whether all teams are closed by their opening hours. */
  isClosed: boolean;
  /** When the first team opens, while all are closed: ISO 8601; undefined when that is not known. */
  opensAt: string | undefined;
  /** Settings of the widget, checked. */
  widget: Readonly<Record<string, unknown>>;
}

/** Who wrote an article. */
export interface Author {
  name: string;
  profileImageUrl: string | undefined;
}

/** The help center's client of the workspace service. */
export interface Workspace {
  /** Settings of a project, asked for at most every 5 s. */
  settings(projectId: string, context: CallContext): Promise<ProjectSettings>;
  /** Language of values that name none; asked for at most every 5 s. */
  defaultLanguage(projectId: string, context: CallContext): Promise<string>;
  /** Whether a user has access to the project. */
  isMember(projectId: string, userId: string, context: CallContext): Promise<boolean>;
  /** Names of the members among some users, by id. */
  names(
    projectId: string,
    userIds: readonly string[],
    context: CallContext,
  ): Promise<ReadonlyMap<string, string>>;
  /** A member by name, cached for 5 s; null for other people and for one without a name. */
  author(projectId: string, userId: string, context: CallContext): Promise<Author | null>;
}

/** Asks the workspace service. Answers are the same for every caller, so none of them lends its identity. */
export const createWorkspaceClient = (directory: Client<DirectoryServiceDefinition>): Workspace => {
  const projects = createLocalCache<ProjectSettings>({ max: MAX_PROJECTS, ttlMs: BELIEF_MS });
  const authors = createLocalCache<Author | null>({ max: MAX_PROJECTS, ttlMs: BELIEF_MS });
  const system = (projectId: string, { requestId, traceparent }: CallContext): CallContext =>
    systemContext('helpcenter', {
      projectId,
      requestId,
      ...(traceparent !== undefined && { traceparent }),
    });
  const findSettings = (projectId: string, context: CallContext): Promise<ProjectSettings> =>
    projects.getOrLoad(projectId, async () => {
      const { settings } = await directory.getProjectSettings({ projectId }, system(projectId, context));
      if (!settings) throw new Error(`The workspace answered no settings of project ${projectId}`);
      const {
        id,
        name,
        languages,
        defaultLanguage,
        helpcenter = {},
        isClosed,
        opensAt,
        widget = {},
      } = settings;
      return { id, name, languages, defaultLanguage, helpcenter, isClosed, opensAt, widget };
    });
  return {
    settings: findSettings,
    defaultLanguage: async (projectId, context) => (await findSettings(projectId, context)).defaultLanguage,
    author: (projectId, userId, context) =>
      authors.getOrLoad(`${projectId} ${userId}`, async () => {
        const request = { projectId, userIds: [userId] };
        const { members } = await directory.getMembers(request, system(projectId, context));
        const [member] = members.filter(({ id }) => id === userId);
        const name = [member?.firstName, member?.lastName].filter(Boolean).join(' ');
        return name === '' ? null : { name, profileImageUrl: member?.profileImageUrl };
      }),
    isMember: async (projectId, userId, context) => {
      const request = { projectId, userIds: [userId] };
      const { members } = await directory.getMembers(request, system(projectId, context));
      return members.some(({ id }) => id === userId);
    },
    names: async (projectId, userIds, context) => {
      if (userIds.length === 0) return new Map();
      const request = { projectId, userIds: [...userIds] };
      const { members } = await directory.getMembers(request, system(projectId, context));
      return new Map(
        members.map(({ id, firstName, lastName, email }) => [
          id,
          [firstName, lastName].filter(Boolean).join(' ') || email,
        ]),
      );
    },
  };
};
