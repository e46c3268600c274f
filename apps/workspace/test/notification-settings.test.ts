import { newId } from '@parley/persistence';
import { NoticeDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/notice_directory_service';
import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { type Client, createClient, createLocalCaller } from '@parley/rpc';
import {
  inProject,
  makeContext,
  type Person,
  present,
  silentObserver,
  startWorkspace,
  type TestWorkspace,
} from './support/workspace';

let workspace: TestWorkspace;
let directory: Client<NoticeDirectoryServiceDefinition>;
let owner: Person;
let project: Project;
beforeAll(async () => {
  workspace = await startWorkspace();
  directory = createClient(
    NoticeDirectoryServiceDefinition,
    createLocalCaller(workspace.implementations, silentObserver),
  );
  owner = await workspace.person();
  project = present((await workspace.projects.createProject({ name: 'Web shop' }, owner.context)).project);
});
afterAll(() => workspace.stop());

const ALL = { inApp: true, email: true, push: true };
const QUIET = { inApp: true, email: false, push: false };
const DEFAULTS = { assigned: ALL, mentioned: ALL, replied: ALL, newInTeam: QUIET };

const system = () => makeContext({ actor: { type: 'system', name: 'test' } });
const update = async ({ user, context }: Person, change: object) =>
  present((await workspace.users.updateCurrentUser({ userId: user.id, nulls: [], ...change }, context)).user);
const joined = async (): Promise<Person> => {
  const person = await workspace.person();
  await workspace.provisioning.provisionUser(
    { email: person.user.email, name: 'x', password: 'not used here', projectId: project.id, role: 'agent' },
    system(),
  );
  return person;
};
const wanting = async (kind: string, userIds: string[], teamId?: string) => {
  const { recipients } = await directory.getNoticeRecipients(
    { projectId: project.id, kind, userIds, teamId },
    system(),
  );
  return recipients.map(({ member, email, push }) => ({ id: member?.id, email, push }));
};

describe('notificationSettings', () => {
  it('have defaults: all ways, and new tickets of teams in the page alone', async () => {
    expect((await workspace.person()).user.notificationSettings).toEqual(DEFAULTS);
  });

  it('replace all switches; a missing one has its default, and null restores them', async () => {
    const person = await workspace.person();
    const first = { assigned: { email: false }, newInTeam: { email: true, push: true } };
    expect((await update(person, { notificationSettings: first })).notificationSettings).toEqual({
      ...DEFAULTS,
      assigned: { ...ALL, email: false },
      newInTeam: ALL,
    });
    const second = { mentioned: { push: false } };
    expect((await update(person, { notificationSettings: second })).notificationSettings).toEqual({
      ...DEFAULTS,
      mentioned: { ...ALL, push: false },
    });
    expect((await update(person, { jobTitle: 'Analyst' })).notificationSettings).toMatchObject({
      mentioned: { push: false },
    });
    expect((await update(person, { nulls: ['notificationSettings'] })).notificationSettings).toEqual(
      DEFAULTS,
    );
  });

  it.each([
    ['notificationSettings.everything', { everything: { push: true } }],
    ['notificationSettings.assigned', { assigned: true }],
    ['notificationSettings.newInTeam.sms', { newInTeam: { sms: true } }],
    ['notificationSettings.replied.email', { replied: { email: 'yes' } }],
  ])('refuse a wrong %s and change nothing', async (field, notificationSettings) => {
    const person = await workspace.person();
    await expect(update(person, { jobTitle: 'Analyst', notificationSettings })).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ field }],
    });
    expect((await workspace.users.getCurrentUser({}, person.context)).user).toEqual(person.user);
  });
});

describe('GetNoticeRecipients', () => {
  it('answers members who want the kind by mail or push, people and those of a team', async () => {
    const [ada, bob, cem, stranger] = [
      await joined(),
      await joined(),
      await joined(),
      await workspace.person(),
    ];
    await update(ada, { notificationSettings: { newInTeam: { email: true }, assigned: { push: false } } });
    await update(bob, { notificationSettings: { assigned: { email: false, push: false } } });
    const people = [ada, bob, cem, stranger].map(({ user }) => user.id);
    const team = present(
      (
        await workspace.teams.createTeam(
          { name: 'Support', members: people.slice(0, 3) },
          inProject(owner.user, project),
        )
      ).team,
    );
    expect(await wanting('assigned', [...people, newId()])).toEqual([
      { id: ada.user.id, email: true, push: false },
      { id: cem.user.id, email: true, push: true },
    ]);
    expect(await wanting('newInTeam', [], team.id)).toEqual([{ id: ada.user.id, email: true, push: false }]);
    await expect(wanting('other', people)).rejects.toMatchObject({ kind: 'invalid' });
    await workspace.members.removeProjectMember({ userId: ada.user.id }, inProject(owner.user, project));
    expect(await wanting('newInTeam', [ada.user.id], team.id)).toEqual([]);
  });
});

describe('FindMemberByAddress', () => {
  it('answers a member with this proven address, and no other person', async () => {
    const [member, stranger] = [await joined(), await workspace.person()];
    const find = async (email: string) =>
      (await directory.findMemberByAddress({ projectId: project.id, email }, system())).member?.id;
    expect(await find(member.user.email)).toBe(member.user.id);
    expect(await find(stranger.user.email)).toBeUndefined();
    expect(await find('unknown@example.com')).toBeUndefined();
    await workspace.database.db.query('UPDATE user_account SET confirmed = false WHERE id = $1', [
      member.user.id,
    ]);
    expect(await find(member.user.email)).toBeUndefined();
  });
});
