import type { Role } from '@parley/auth';
import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { makeContext, type Person, present, type TestWorkspace } from './workspace';

/** Identifier of nothing. */
export const UNKNOWN = '0123456789abcdef01234567';

/** A project of a person. */
export const createProject = async (workspace: TestWorkspace, { context }: Person): Promise<Project> =>
  present((await workspace.projects.createProject({ name: 'Web shop' }, context)).project);

/** Makes a person a direct member of a project. */
export const join = async (
  workspace: TestWorkspace,
  { user }: Person,
  { id: projectId }: Project,
  role: Role,
): Promise<void> => {
  await workspace.provisioning.provisionUser(
    { email: user.email, name: 'x', password: 'not used here', projectId, role },
    makeContext({ actor: { type: 'system', name: 'test' } }),
  );
};

/** Makes a person a member of a project's organisation. */
export const employ = async (
  workspace: TestWorkspace,
  { user }: Person,
  { organisation }: Pick<Project, 'organisation'>,
  role: Role,
): Promise<void> => {
  await workspace.database.db.query(
    'INSERT INTO organisation_member (organisation_id, user_id, role) VALUES ($1, $2, $3)',
    [organisation, user.id, role],
  );
};

/** Keeps a copy of every event from now on: those without a consumer leave the outbox at once. */
export const recordEvents = async ({ database: { db } }: TestWorkspace): Promise<void> => {
  await db.query('CREATE TABLE recorded_event (LIKE outbox_event)');
  await db.query(`CREATE FUNCTION record_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO recorded_event SELECT NEW.*; RETURN NULL; END $$`);
  await db.query(
    'CREATE TRIGGER record_event AFTER INSERT ON outbox_event FOR EACH ROW EXECUTE FUNCTION record_event()',
  );
};

/** The recorded events about one thing, in their order. */
export const listEvents = (
  { database: { db } }: TestWorkspace,
  aggregateId: string,
): Promise<{ subject: string; projectId: string; payload: unknown }[]> =>
  db.query(
    'SELECT subject, project_id AS "projectId", payload FROM recorded_event WHERE aggregate_id = $1 ORDER BY seq',
    [aggregateId],
  );
