import { newId } from '@parley/persistence';
import { createEmbeddedBroker } from '@parley/events';
import { UserUpdated } from '@parley/proto/generated/parley/workspace/v1/events';
import { presentUser } from '../src/users/user.present';
import type { UserRow } from '../src/users/user.store';
import {
  anonymous,
  asUser,
  makeContext,
  type Person,
  present,
  startWorkspace,
  type TestWorkspace,
} from './support/workspace';

let workspace: TestWorkspace;
beforeAll(async () => {
  // No process consumes the events here, so that they stay in the outbox to be looked at.
  workspace = await startWorkspace({ broker: createEmbeddedBroker() });
});
afterAll(() => workspace.stop());

const update = async ({ context }: Person, change: object) =>
  present((await workspace.users.updateCurrentUser({ userId: 'ignored', ...change }, context)).user);
const me = async ({ context }: Person) => present((await workspace.users.getCurrentUser({}, context)).user);
const listEvents = (person: Person) =>
  workspace.database.db.query<{ subject: string; payload: unknown }>(
    'SELECT subject, payload FROM outbox_event WHERE aggregate_id = $1 ORDER BY seq',
    [person.user.id],
  );

describe('GetCurrentUser', () => {
  it('answers the account of the token, with unset fields absent', async () => {
    const person = await workspace.person();
    const user = await me(person);
    expect(user).toMatchObject({ id: person.user.id, email: person.user.email, confirmed: true });
    expect(user.jobTitle).toBeUndefined();
    expect(user.notificationPreferences).toBeUndefined();
    expect(user.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('refuses the token of an account that is gone', async () => {
    const ghost = asUser({ id: '0123456789abcdef01234567', email: 'ghost@example.com' });
    const INVALID_TOKEN = { kind: 'unauthenticated', reason: 'INVALID_TOKEN' };
    await expect(workspace.users.getCurrentUser({}, ghost)).rejects.toMatchObject(INVALID_TOKEN);
    await expect(workspace.users.updateCurrentUser({ firstName: 'X' }, ghost)).rejects.toMatchObject(
      INVALID_TOKEN,
    );
    await expect(workspace.organisations.createOrganisation({ name: 'X' }, ghost)).rejects.toMatchObject(
      INVALID_TOKEN,
    );
    await expect(workspace.projects.createProject({ name: 'X' }, ghost)).rejects.toMatchObject(INVALID_TOKEN);
  });

  it('is for people and programs that have an account', async () => {
    const program = makeContext({
      actor: { type: 'service', id: newId(), name: 'Orders' },
      projectId: newId(),
      organisationId: newId(),
      role: 'user',
    });
    for (const context of [anonymous(), program]) {
      await expect(workspace.users.getCurrentUser({}, context)).rejects.toMatchObject({
        kind: 'unauthenticated',
      });
    }
  });
});

describe('the user document', () => {
  it('carries the public fields and nothing else of what is stored', async () => {
    const { user } = await workspace.person();
    const [row] = await workspace.database.db.query<Record<string, unknown>>(
      'SELECT * FROM user_account WHERE id = $1',
      [user.id],
    );
    const secrets = { passwordHash: row?.['password_hash'], code: '123456', serviceAccountApiToken: 'psa_x' };
    const document = presentUser({
      ...(user as unknown as UserRow),
      ...secrets,
      createdAt: new Date(),
      updatedAt: new Date(),
    } as UserRow);
    expect(Object.keys(document).sort()).toEqual(
      [
        ...[
          '_id',
          'available',
          'calendarLink',
          'completedOnboarding',
          'confirmed',
          'createdAt',
          'department',
        ],
        ...['email', 'firstName', 'id', 'jobTitle', 'lastName', 'name', 'notificationPreferences'],
        ...['notificationSettings', 'phone'],
        ...['profileImageUrl', 'socialLink', 'unavailableProjects', 'updatedAt', 'userRole', 'userType'],
      ].sort(),
    );
    const text = JSON.stringify(document);
    for (const secret of Object.values(secrets)) expect(text).not.toContain(String(secret));
  });
});

describe('UpdateCurrentUser', () => {
  it('stores what is sent, leaves out what is not, and answers the account', async () => {
    const person = await workspace.person();
    const sent = {
      userRole: 'Founder',
      jobTitle: 'Analyst',
      department: 'Engines',
      phone: '+44 1',
      calendarLink: 'https://cal.example/ada',
      socialLink: 'social.example/ada',
      profileImageUrl: 'https://img.example/ada.png',
      available: false,
      unavailableProjects: ['0123456789abcdef01234567'],
      notificationPreferences: { 'personal-mention': { push: true, email: false } },
      completedOnboarding: true,
    };
    const updated = await update(person, sent);
    expect(updated).toMatchObject({ ...sent, firstName: 'Ada', email: person.user.email });
    expect(await me(person)).toEqual(updated);
    expect(Date.parse(present(updated.updatedAt))).toBeGreaterThan(
      Date.parse(present(person.user.updatedAt)),
    );
    expect(await update(person, { phone: '+44 2' })).toMatchObject({ ...sent, phone: '+44 2' });
  });

  it.each([
    ['an empty string', { jobTitle: '', phone: '  ' }],
    ['null', { nulls: ['jobTitle', 'phone'] }],
  ])('clears a text by %s', async (_how, change) => {
    const person = await workspace.person();
    await update(person, { jobTitle: 'Analyst', phone: '+44 1', department: 'Engines' });
    const cleared = await update(person, change);
    expect(cleared.jobTitle).toBeUndefined();
    expect(cleared.phone).toBeUndefined();
    expect(cleared.department).toBe('Engines');
  });

  it('brings switches, lists and preferences back by null', async () => {
    const person = await workspace.person();
    await update(person, {
      available: false,
      completedOnboarding: true,
      unavailableProjects: ['0123456789abcdef01234567'],
      notificationPreferences: { 'all-sla-breached': { inApp: true } },
    });
    const cleared = await update(person, {
      nulls: ['available', 'completedOnboarding', 'unavailableProjects', 'notificationPreferences'],
    });
    expect(cleared).toMatchObject({ available: true, completedOnboarding: false, unavailableProjects: [] });
    expect(cleared.notificationPreferences).toBeUndefined();
  });

  it('makes the name of given and family name', async () => {
    const person = await workspace.person();
    expect(await update(person, { lastName: 'King' })).toMatchObject({ firstName: 'Ada', name: 'Ada King' });
    expect(await update(person, { nulls: ['firstName'] })).toMatchObject({ name: 'King' });
    expect(await update(person, { lastName: '' })).toMatchObject({ name: '' });
  });

  it('changes the account of the token, whatever id is sent', async () => {
    const [person, other] = [await workspace.person(), await workspace.person()];
    await update(person, { userId: other.user.id, jobTitle: 'Analyst' });
    expect(await me(other)).toEqual(other.user);
  });

  it.each([
    ['unavailableProjects.1', { unavailableProjects: ['0123456789abcdef01234567', 7] }],
    ['unavailableProjects.0', { unavailableProjects: ['not an id'] }],
    ['unavailableProjects', { unavailableProjects: Array(1_001).fill('0123456789abcdef01234567') }],
    ['notificationPreferences.everything', { notificationPreferences: { everything: { push: true } } }],
    ['notificationPreferences.personal-mention', { notificationPreferences: { 'personal-mention': true } }],
    [
      'notificationPreferences.personal-mention.sms',
      { notificationPreferences: { 'personal-mention': { sms: true } } },
    ],
    [
      'notificationPreferences.personal-mention.push',
      { notificationPreferences: { 'personal-mention': { push: 'yes' } } },
    ],
    ['calendarLink', { calendarLink: 'javascript:alert(1)' }],
    ['profileImageUrl', { profileImageUrl: ' DATA:text/html,x' }],
  ])('refuses a wrong %s and changes nothing', async (field, change) => {
    const person = await workspace.person();
    await expect(update(person, { jobTitle: 'Analyst', ...change })).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'INVALID_INPUT',
      fields: [{ field }],
    });
    expect(await me(person)).toEqual(person.user);
  });

  it('tells of a new name or picture by one event each, and of nothing that others do not see', async () => {
    const person = await workspace.person();
    await update(person, { jobTitle: 'Analyst', firstName: 'Ada' });
    expect(await listEvents(person)).toEqual([]);
    await update(person, { firstName: 'Grace' });
    await update(person, { profileImageUrl: 'https://img.example/g.png' });
    const events = await listEvents(person);
    expect(events.map(({ subject }) => subject)).toEqual(Array(2).fill('workspace.v1.user.updated'));
    expect(UserUpdated.fromPartial(events[1]?.payload as object)).toEqual({
      user: {
        id: person.user.id,
        email: person.user.email,
        firstName: 'Grace',
        lastName: 'Lovelace',
        profileImageUrl: 'https://img.example/g.png',
        userType: 'default',
      },
      available: true,
      unavailableProjects: [],
    });
  });
});
