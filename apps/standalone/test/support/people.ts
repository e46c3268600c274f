import type { Api } from './api';
import type { Mailbox } from './mailbox';

/** The password of everybody. */
export const PASSWORD = 'correct horse battery';

let people = 0;
/** An address that no other test uses. */
export const newAddress = (name: string): string => `${name}-${Date.now()}-${(people += 1)}@example.com`;

/** A person with a confirmed account. */
export interface Person {
  api: Api;
  id: string;
  email: string;
}

/** Signs up and verifies by the mailed code. */
export const openAccount = async (
  api: Api,
  mailbox: Pick<Mailbox, 'waitFor'>,
  email: string,
  name: string,
): Promise<Person> => {
  const signedUp = await api.call('POST', '/users', {
    email,
    name,
    password: PASSWORD,
    challengeToken: 'solved',
  });
  expect(signedUp.status).toBe(200);
  expect(signedUp.body.user).toMatchObject({ email, confirmed: false });
  const mail = await mailbox.waitFor(email);
  const code = /\b\d{6}\b/.exec(mail.text ?? '')?.[0];
  expect(code).toBeDefined();
  const verified = await api.call('POST', '/users/verify', { email, code });
  expect(verified.status).toBe(200);
  expect(verified.body.user.confirmed).toBe(true);
  return { api: api.as({ token: verified.body.token }), id: verified.body.user.id, email };
};

/** Signs up, verifies by the mailed code, creates a project. Answers a client of that project. */
export const signUp = async (api: Api, mailbox: Mailbox): Promise<{ api: Api; projectId: string }> => {
  const founder = await openAccount(api, mailbox, newAddress('founder'), 'Ada Founder');
  const project = await founder.api.call('POST', '/projects', { name: 'Web shop' });
  expect(project.status).toBe(200);
  return { api: founder.api.as({ project: project.body.id }), projectId: project.body.id };
};

/** Invites a person to a project, takes the invitation up, and gives the role. Answers the person's client there. */
export const join = async (admin: Api, projectId: string, person: Person, role: string): Promise<Api> => {
  const invited = await admin.call('POST', '/invitations/projects', { emails: [person.email] });
  expect(invited).toMatchObject({ status: 200, body: [] });
  const { body: invitations } = await person.api.call('GET', '/invitations');
  expect(invitations).toHaveLength(1);
  const accepted = await person.api.call('PUT', `/invitations/${invitations[0].id}`, { accept: true });
  expect(accepted).toMatchObject({ status: 200, body: true });
  if (role !== 'user')
    expect((await admin.call('PUT', `/projects/users/${person.id}`, { role })).status).toBe(200);
  return person.api.as({ project: projectId });
};
