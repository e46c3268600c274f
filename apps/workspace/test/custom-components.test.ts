import {
  type CustomComponent,
  CustomComponentsServiceDefinition,
} from '@parley/proto/generated/parley/workspace/v1/custom_components_service';
import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { type CallContext, type Client, createClient, createLocalCaller } from '@parley/rpc';
import { createProject, UNKNOWN } from './support/people';
import {
  inProject,
  type Person,
  present,
  silentObserver,
  startWorkspace,
  type TestWorkspace,
} from './support/workspace';

let workspace: TestWorkspace;
let components: Client<typeof CustomComponentsServiceDefinition>;
let owner: Person;
let project: Project;
let other: Project;
beforeAll(async () => {
  workspace = await startWorkspace();
  const caller = createLocalCaller(workspace.implementations, silentObserver);
  components = createClient(CustomComponentsServiceDefinition, caller);
  owner = await workspace.person();
});
afterAll(() => workspace.stop());
beforeEach(async () => {
  [project, other] = [await createProject(workspace, owner), await createProject(workspace, owner)];
});

const context = (where = project): CallContext => inProject(owner.user, where);
const card = { name: 'order-card', schema: { type: 'object' }, template: '<h3>{{title}}</h3>' };
const create = async (request: object = {}, where = project): Promise<CustomComponent> =>
  present((await components.createCustomComponent({ ...card, ...request }, context(where))).component);
const update = async (
  customComponentId: string,
  request: object,
  where = project,
): Promise<CustomComponent> =>
  present(
    (await components.updateCustomComponent({ customComponentId, ...request }, context(where))).component,
  );
const get = async (customComponentId: string, where = project): Promise<CustomComponent> =>
  present((await components.getCustomComponent({ customComponentId }, context(where))).component);
const remove = async (customComponentId: string, where = project): Promise<CustomComponent> =>
  present((await components.deleteCustomComponent({ customComponentId }, context(where))).component);
const list = async (
  request: object = {},
  where = project,
): Promise<{ names: string[]; totalCount: number }> => {
  const answer = await components.listCustomComponents({ limit: 50, ...request }, context(where));
  return { names: answer.data.map(({ name }) => name), totalCount: answer.totalCount };
};

const NOT_FOUND = { kind: 'notFound', reason: 'CUSTOM_COMPONENT_NOT_FOUND' };
const TAKEN = { kind: 'exists', reason: 'COMPONENT_NAME_TAKEN' };
const UNSAFE = { kind: 'invalid', reason: 'UNSAFE_TEMPLATE', fields: [{ field: 'template' }] };

const everything = {
  ...card,
  description: 'An order',
  whenToUse: 'When an order is asked for',
  exampleData: { title: 'Order 4711', items: [1, null, 'x'] },
  isPublished: true,
};

describe('CreateCustomComponent', () => {
  it('answers the component with every field that was sent, and what may be shown of the template', async () => {
    const component = await create({ ...everything, template: '<h3 id="a">{{title}}</h3><!-- note -->' });
    expect(component).toEqual({
      ...everything,
      template: '<h3 id="a">{{title}}</h3><!-- note -->',
      sanitizedTemplate: '<h3>{{title}}</h3>',
      id: component._id,
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      project: project.id,
      organisation: project.organisation,
      createdBy: owner.user.id,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await get(component.id)).toEqual(component);
  });

  it('leaves out what was not sent, and is not published', async () => {
    const component = await create();
    expect(component.isPublished).toBe(false);
    for (const field of ['description', 'whenToUse', 'exampleData'] as const)
      expect(component[field]).toBeUndefined();
  });

  it.each([false, 0, '', [], {}])('keeps the example %j', async (exampleData) => {
    const { id } = await create({ exampleData });
    expect((await get(id)).exampleData).toEqual(exampleData);
  });

  it('refuses an unsafe template with 400 unsafe_template and stores nothing', async () => {
    await expect(create({ template: '<p>{{title}}</p><script>alert(1)</script>' })).rejects.toMatchObject(
      UNSAFE,
    );
    expect(await list()).toEqual({ names: [], totalCount: 0 });
  });

  it('takes a name once in a project, also when two come at once, and again in another project', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => create()));
    const refused = attempts.filter((attempt) => attempt.status === 'rejected');
    expect(refused).toHaveLength(7);
    for (const { reason } of refused) expect(reason).toMatchObject(TAKEN);
    await create({}, other);
    expect((await list({}, other)).names).toEqual(['order-card']);
  });

  it('takes a schema and an example of 65,536 bytes each, and no more', async () => {
    const ofBytes = (bytes: number): object => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
    await create({ schema: ofBytes(65_536), exampleData: ofBytes(65_536) });
    for (const field of ['schema', 'exampleData']) {
      await expect(create({ name: 'larger', [field]: ofBytes(65_537) })).rejects.toMatchObject({
        kind: 'invalid',
        fields: [{ field, message: 'must have at most 65536 bytes of JSON' }],
      });
    }
  });
});

describe('UpdateCustomComponent', () => {
  it('leaves omitted fields, replaces what was sent, and clears by null', async () => {
    const { id, updatedAt, ...before } = await create(everything);
    const same = await update(id, {});
    expect(same).toEqual({ ...before, id, updatedAt: same.updatedAt });
    const changed = await update(id, {
      name: 'card',
      schema: { type: 'array' },
      template: '<p class="x" id="y">{{a}}<b>y</b></p>',
      exampleData: { b: 1 },
    });
    expect(changed).toMatchObject({
      name: 'card',
      schema: { type: 'array' },
      sanitizedTemplate: '<p class="x">{{a}}<b>y</b></p>',
      exampleData: { b: 1 },
      description: 'An order',
      isPublished: true,
    });
    expect(new Date(changed.updatedAt ?? 0) >= new Date(updatedAt ?? 0)).toBe(true);
    const cleared = await update(id, { nulls: ['description', 'whenToUse', 'exampleData', 'isPublished'] });
    expect(cleared).toMatchObject({ name: 'card', isPublished: false });
    for (const field of ['description', 'whenToUse', 'exampleData'] as const)
      expect(cleared[field]).toBeUndefined();
  });

  it('refuses null for what every component has', async () => {
    const { id } = await create();
    await expect(update(id, { nulls: ['name', 'schema', 'template'] })).rejects.toMatchObject({
      fields: [{ field: 'name' }, { field: 'schema' }, { field: 'template' }],
    });
  });

  it('refuses an unsafe template and keeps the former', async () => {
    const component = await create();
    await expect(update(component.id, { template: '<img src=x onerror=alert(1)>' })).rejects.toMatchObject(
      UNSAFE,
    );
    expect(await get(component.id)).toEqual(component);
  });

  it('refuses the name of another component, and takes its own', async () => {
    const { id } = await create();
    await create({ name: 'other' });
    await expect(update(id, { name: 'other' })).rejects.toMatchObject(TAKEN);
    expect(await update(id, { name: 'order-card' })).toMatchObject({ name: 'order-card' });
  });
});

describe('DeleteCustomComponent', () => {
  it('answers what it was; the name is free again', async () => {
    const component = await create();
    expect(await remove(component.id)).toEqual(component);
    await expect(remove(component.id)).rejects.toMatchObject(NOT_FOUND);
    await create();
  });
});

describe('ListCustomComponents', () => {
  beforeEach(async () => {
    await create({ name: 'first', description: 'An Order of 100%' });
    await create({ name: 'second', whenToUse: 'for REFUNDS', isPublished: true });
    await create({ name: 'third', isPublished: true });
    await create({ name: 'foreign' }, other);
  });

  it('answers the newest first, page by page', async () => {
    expect((await list()).names).toEqual(['third', 'second', 'first']);
    expect((await list({ skip: 1, limit: 1 })).names).toEqual(['second']);
    expect((await list({ limit: 0 })).names).toEqual(['third', 'second', 'first']);
  });

  it('finds a text in name, description and whenToUse, in any case and literally', async () => {
    expect((await list({ searchTerm: ' SEC ' })).names).toEqual(['second']);
    expect((await list({ searchTerm: 'order' })).names).toEqual(['first']);
    expect((await list({ searchTerm: 'refunds' })).names).toEqual(['second']);
    expect((await list({ searchTerm: '%' })).names).toEqual(['first']);
    expect((await list({ searchTerm: '_' })).names).toEqual([]);
    expect((await list({ searchTerm: '\\' })).names).toEqual([]);
  });

  it('leaves out unpublished ones with publishedOnly', async () => {
    expect((await list({ publishedOnly: true })).names).toEqual(['third', 'second']);
  });

  it('counts all that match with withCount', async () => {
    expect(await list({ publishedOnly: true, limit: 1, withCount: true })).toEqual({
      names: ['third'],
      totalCount: 2,
    });
  });
});

it('shows, changes and deletes nothing of another project', async () => {
  const { id } = await create();
  for (const attempt of [get(id, other), update(id, { name: 'mine' }, other), remove(id, other)])
    await expect(attempt).rejects.toMatchObject(NOT_FOUND);
  await expect(get(UNKNOWN)).rejects.toMatchObject(NOT_FOUND);
  expect(await get(id)).toMatchObject({ name: 'order-card' });
});
