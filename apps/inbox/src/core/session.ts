import { type Parley, ParleyError, type Project, type User } from '@parley/client';
import { signal } from '@preact/signals';
import { createApi } from './api';

/** Who is signed in, and where. */
export interface Session {
  user: User;
  projects: readonly Project[];
  project: Project;
  /** The API in that project. */
  parley: Parley;
  permissions: ReadonlySet<string>;
}

/** `unknown` until the platform was asked; undefined without a session, `no project` for a person who is in none. */
export const session = signal<Session | 'unknown' | 'no project' | undefined>('unknown');

const STORED = 'parley-inbox-project';
const STORED_USER = 'parley-inbox-user';

/** Who was signed in here the last time, and where: most often it is so again. */
export interface LastSession {
  userId: string;
  projectId: string;
}

/** The session of the last time, in the project of the address if that has one. */
export const readLastSession = (projectId = localStorage.getItem(STORED)): LastSession | undefined => {
  const userId = localStorage.getItem(STORED_USER);
  return userId === null || projectId === null ? undefined : { userId, projectId };
};

/** The person that the page has data of. */
let shown: string | undefined;

/** The session; for what shows only when there is one. */
export const current = (): Session => {
  const { value } = session;
  if (typeof value !== 'object') throw new Error('nobody is signed in');
  return value;
};

const readPermissions = async (parley: Parley): Promise<ReadonlySet<string>> => {
  const { permissions = [] } = await parley.users.permissions();
  return new Set(permissions);
};

/** Reads who is signed in, in a project of theirs: the one in the address, else the one of the last time, else the first. */
export const readSession = async (projectId?: string): Promise<void> => {
  try {
    const anywhere = createApi();
    const wanted = [projectId, localStorage.getItem(STORED)];
    const [likely = ''] = wanted.filter((id) => typeof id === 'string');
    const [user, projects, early] = await Promise.all([
      anywhere.users.me(),
      anywhere.projects.list({ limit: 100 }),
      // Most often it is the project of the last time. A project that is gone is asked for nothing.
      likely === '' ? undefined : readPermissions(createApi(likely)).catch(() => undefined),
    ]);
    const project =
      projects.find(({ id }) => id === wanted[0]) ??
      projects.find(({ id }) => id === wanted[1]) ??
      projects[0];
    if (!project) return void (session.value = 'no project');
    // The page still has the data of the person before.
    if (shown !== undefined && shown !== user.id) return location.reload();
    shown = user.id;
    localStorage.setItem(STORED, project.id);
    localStorage.setItem(STORED_USER, user.id);
    const parley = createApi(project.id, () => {
      // A refusal that comes after the next sign-in does not end that session.
      if (typeof session.value === 'object' && session.value.parley === parley) session.value = undefined;
    });
    const known = project.id === likely ? early : undefined;
    session.value = {
      user,
      projects,
      project,
      parley,
      permissions: known ?? (await readPermissions(parley)),
    };
  } catch (error) {
    if (!(error instanceof ParleyError) || error.status !== 401) throw error;
    session.value = undefined;
  }
};

/** Signs in by e-mail and password. */
export const signIn = async (email: string, password: string): Promise<void> => {
  await createApi().inbox.signIn({ email, password });
  await readSession();
};

/** Makes the first project of a person who is in none. */
export const createProject = async (name: string): Promise<void> => {
  const { id } = await createApi().projects.create({ name });
  await readSession(id);
};

/** Run before a session ends. */
const beforeEnd: (() => Promise<unknown>)[] = [];

export const beforeSignOut = (run: () => Promise<unknown>): void => void beforeEnd.push(run);

/** Ends the session in this browser. */
export const signOut = async (): Promise<void> => {
  await Promise.all(beforeEnd.map((run) => run()));
  await createApi().inbox.signOut();
  location.assign('/inbox');
};
