import { callerId, may, projectScope } from '@parley/auth';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import type { Board } from './board';

/** A reader of boards. */
export interface Viewer {
  id: string;
  /** Reaches every board of the project by its id. */
  isAdmin: boolean;
  /** Teams that the caller is in; a service account is in none. */
  teams(): Promise<string[]>;
}

/** The caller as a reader of boards. */
export const toViewer = ({ workspace }: Pick<Deps, 'workspace'>, context: CallContext): Viewer => {
  const { projectId, actor } = projectScope(context.scope);
  return {
    id: callerId(actor),
    isAdmin: may(context.scope, 'PROJECT_UPDATE'),
    teams: () =>
      actor.type === 'user' ? workspace.findTeams(projectId, actor.id, context) : Promise.resolve([]),
  };
};

/** Whether a board is public, or made by or shared with the viewer. */
export const isVisible = async (
  { visibility, createdBy, users, teams }: Pick<Board, 'visibility' | 'createdBy' | 'users' | 'teams'>,
  viewer: Viewer,
): Promise<boolean> => {
  if (visibility === 'public' || createdBy === viewer.id || users.includes(viewer.id)) return true;
  if (teams.length === 0) return false;
  const own = await viewer.teams();
  return teams.some((team) => own.includes(team));
};
