import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import type { View } from '@parley/proto/generated/parley/workspace/v1/views_service';
import { createProject, join, UNKNOWN } from './support/people';
import { inProject, type Person, present, startWorkspace, type TestWorkspace } from './support/workspace';

let workspace: TestWorkspace;
let owner: Person;
let agent: Person;
let project: Project;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.stop());
beforeEach(async () => {
  [owner, agent] = [await workspace.person(), await workspace.person()];
  project = await createProject(workspace, owner);
  await join(workspace, agent, project, 'agent');
});

const as = (person: Person) => inProject(person.user, project);
/** The same without a role, so without permissions. */
const asReader = (person: Person) => {
  const { scope, ...context } = as(person);
  return {
    ...context,
    scope: { actor: scope.actor, projectId: project.id, organisationId: project.organisation },
  };
};
const create = async (request: object = {}, context = as(agent)): Promise<View> =>
  present((await workspace.views.createView({ name: 'Mine', ...request }, context)).view);
const update = async (viewId: string, request: object, context = as(agent)): Promise<View> =>
  present((await workspace.views.updateView({ viewId, ...request }, context)).view);
const list = async (context = as(agent), request: object = {}): Promise<string[]> =>
  (await workspace.views.listViews(request, context)).views.map(({ name }) => name);
const NOT_FOUND = { kind: 'notFound', reason: 'VIEW_NOT_FOUND' };
const invalidAt = (...fields: string[]) => ({
  reason: 'INVALID_INPUT',
  fields: fields.map((field) => expect.objectContaining({ field })),
});

it('views are kept as they were sent, own ones and shared ones, in their order', async () => {
  const filter = { status: ['OPEN', 'SNOOZED'], 'createdAt>=': '2026-01-01', unread: true, priority: null };
  const mine = await create({ filter, sort: ' -lastActivity ' });
  expect(mine).toMatchObject({
    filter,
    sort: '-lastActivity',
    shared: false,
    createdBy: agent.user.id,
    project: project.id,
  });
  await create({ name: 'Shared', shared: true });
  await create({ name: 'First', lexorank: '0' });
  await create({ name: 'Theirs' }, as(owner));
  expect(await list()).toEqual(['First', 'Mine', 'Shared']);
  expect(await list(as(owner))).toEqual(['Shared', 'Theirs']);
  expect(await list(as(agent), { sort: '-name' })).toEqual(['Shared', 'Mine', 'First']);
  expect(await list(as(agent), { filter: [{ field: 'shared', operator: 'eq', values: ['true'] }] })).toEqual([
    'Shared',
  ]);
});

it('views made at once have places of their own', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, () => create()));
  expect(new Set(made.map(({ lexorank }) => lexorank)).size).toBe(6);
});

it('a change sets the fields that are sent, and null clears', async () => {
  const { id } = await create({ filter: { status: 'OPEN' }, sort: '-createdAt' });
  expect(await update(id, { name: ' Renamed ', lexorank: 'z' })).toMatchObject({
    name: 'Renamed',
    lexorank: 'z',
    filter: { status: 'OPEN' },
    sort: '-createdAt',
  });
  const cleared = await update(id, { nulls: ['filter', 'sort', 'shared'] });
  expect(cleared).toMatchObject({ filter: {}, shared: false });
  expect(cleared.sort).toBeUndefined();
  await expect(update(id, { nulls: ['name', 'lexorank'] })).rejects.toMatchObject(
    invalidAt('name', 'lexorank'),
  );
});

it('a view that is not shared is not found by others, nor one of another project', async () => {
  const { id } = await create();
  for (const call of [
    () => update(id, { name: 'x' }, as(owner)),
    () => workspace.views.deleteView({ viewId: id }, as(owner)),
    () => update(UNKNOWN, { name: 'x' }),
    () => update('x', { name: 'x' }),
  ])
    await expect(call()).rejects.toMatchObject(NOT_FOUND);
  const other = await createProject(workspace, owner);
  const { id: shared } = await create({ shared: true });
  await expect(
    workspace.views.deleteView({ viewId: shared }, inProject(owner.user, other)),
  ).rejects.toMatchObject(NOT_FOUND);
});

it('a shared view is changed by anyone with TICKET_UPDATE, and by no one else', async () => {
  const { id } = await create({ shared: true });
  expect(await update(id, { name: 'Ours' }, as(owner))).toMatchObject({
    name: 'Ours',
    createdBy: agent.user.id,
  });
  const denied = { reason: 'PERMISSION_DENIED' };
  const reader = asReader(agent);
  await expect(create({ shared: true }, reader)).rejects.toMatchObject(denied);
  await expect(update(id, { name: 'x' }, reader)).rejects.toMatchObject(denied);
  await expect(workspace.views.deleteView({ viewId: id }, reader)).rejects.toMatchObject(denied);
  const { id: own } = await create({}, reader);
  await expect(update(own, { shared: true }, reader)).rejects.toMatchObject(denied);
  expect((await workspace.views.deleteView({ viewId: id }, as(owner))).view?.name).toBe('Ours');
  expect(await list()).toEqual(['Mine']);
});

it('a filter has values of lists alone, and at most 8,192 bytes', async () => {
  await expect(create({ filter: { status: { a: 1 }, tags: [['x']] } })).rejects.toMatchObject(
    invalidAt('filter.status', 'filter.tags'),
  );
  await create({ filter: { title: 'x'.repeat(8_192 - '{"title":""}'.length) } });
  await expect(create({ filter: { title: 'x'.repeat(8_192) } })).rejects.toMatchObject(invalidAt('filter'));
  await expect(create({ name: ' ' })).rejects.toMatchObject(invalidAt('name'));
});

it('own views of a member who leaves are deleted, shared ones stay', async () => {
  await create();
  await create({ name: 'Shared', shared: true });
  await workspace.members.removeProjectMember({ userId: agent.user.id }, as(owner));
  expect(
    await workspace.database.db.query('SELECT name FROM ticket_view WHERE project_id = $1', [project.id]),
  ).toEqual([{ name: 'Shared' }]);
});
