import { type Api, createApi, ok } from './api';
import { newAddress, signUp } from './people';
import { type SharedPlatform, sharePlatform } from './shared-platform';

/** A project with a contact who wrote, and a program that works for it. */
export interface SupportWorld extends SharedPlatform {
  anonymous: Api;
  admin: Api;
  projectId: string;
  /** With the token of the service account `Assistant`, and without the header `project`. */
  program: Api;
  contact: { id: string; email: string };
  ticket: { id: string; bugId: number };
  /** A ticket of the contact with one message of it. */
  ask(title: string, message: string): Promise<{ id: string; bugId: number }>;
}

/** Makes a project on the shared platform. */
export const openSupportWorld = async (): Promise<SupportWorld> => {
  const shared = await sharePlatform();
  const anonymous = createApi(() => `${shared.platform.origin}/v3`);
  const { api: admin, projectId } = await signUp(anonymous, shared.mailbox);
  const program = anonymous.as({
    token: ok(await admin.call('POST', '/service-accounts', { name: 'Assistant' })).token,
  });
  const email = newAddress('lin');
  const contact = ok(await admin.call('POST', '/sessions', { userId: 'user-1', email, name: 'Lin Park' }));
  const ask = async (title: string, message: string): Promise<{ id: string; bugId: number }> => {
    const ticket = ok(await admin.call('POST', '/tickets', { title, type: 'INQUIRY', session: contact.id }));
    ok(await admin.call('POST', '/messages', { ticket: ticket.id, comment: message, session: contact.id }));
    return ticket;
  };
  const ticket = await ask('Invoice is missing', 'I cannot find the invoice for October.');
  return { ...shared, anonymous, admin, projectId, program, contact: { id: contact.id, email }, ticket, ask };
};
