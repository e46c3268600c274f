import { createLocalCache } from '@parley/cache';
import type { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { type Client, systemContext } from '@parley/rpc';
import type { Logger } from '@parley/telemetry';

/** Milliseconds that a project's name and colour are cached. */
const BELIEF_MS = 10_000;
const MAX_PROJECTS = 10_000;

/** How a project shows itself to its contacts. */
export interface Brand {
  /** Undefined when it could not be asked for. */
  name?: string | undefined;
  /** `#rrggbb`. */
  color?: string | undefined;
  /** Page on which a contact sees a conversation; `{conversationId}` in it stands for the id. */
  conversationUrl?: string | undefined;
  /** Code of the project's language. */
  language?: string | undefined;
}

/** The looks of a project. While the workspace is away a mail leaves without them rather than late. */
export type Brands = (projectId: string) => Promise<Brand>;

export const createBrands = (
  directory: Pick<Client<typeof DirectoryServiceDefinition>, 'getProjectSettings'>,
  log: Pick<Logger, 'warn'>,
): Brands => {
  const brands = createLocalCache<Brand>({ max: MAX_PROJECTS, ttlMs: BELIEF_MS });
  return (projectId) =>
    brands
      .getOrLoad(projectId, async () => {
        const { settings } = await directory.getProjectSettings(
          { projectId },
          systemContext('mails', { projectId }),
        );
        return {
          name: settings?.name,
          color: settings?.color,
          conversationUrl: settings?.conversationUrl,
          language: settings?.defaultLanguage,
        };
      })
      .catch((error: unknown) => {
        log.warn({ err: error, projectId }, 'A mail leaves without the name and colour of its project');
        return {};
      });
};
