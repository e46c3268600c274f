import { invalid, notFound } from '@parley/errors';
import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';

const MAX_CHARACTERS = 256;

/** Whether a text can be a consumerId: 1 to 256 characters without NUL. */
export const isConsumerId = (text: string): boolean =>
  text !== '' && !text.includes('\0') && [...text].length <= MAX_CHARACTERS;

/** Demands what can be a consumerId, where one may be new. 400 naming `consumerId`. */
export const demandConsumerId = (consumerId: string): void => {
  if (isConsumerId(consumerId)) return;
  const message = `must be 1 to ${MAX_CHARACTERS} characters of text without NUL`;
  throw invalid({ field: 'consumerId', message });
};

const isNotFound = (error: unknown): boolean =>
  error instanceof Error && 'reason' in error && error.reason === 'SESSION_NOT_FOUND';

/** Answers something of a contact; one that the contacts service does not know is 404 `contact_not_found`. */
export const ofContact = async <T>(ask: Promise<T>): Promise<T> => {
  try {
    return await ask;
  } catch (error) {
    if (isNotFound(error)) throw notFound('contact');
    throw error;
  }
};

/** The contact with a consumerId; undefined when there is none. */
export const findConsumer = async (
  { contacts }: Pick<Deps, 'contacts'>,
  consumerId: string,
  context: CallContext,
): Promise<Contact | undefined> => {
  if (!isConsumerId(consumerId)) return undefined;
  try {
    return (await contacts.getContactByUserId({ userId: consumerId }, context)).contact;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
};

/** The contact with a consumerId. 404 `contact_not_found`. */
export const requireConsumer = async (
  deps: Pick<Deps, 'contacts'>,
  consumerId: string,
  context: CallContext,
): Promise<Contact> => {
  const contact = await findConsumer(deps, consumerId, context);
  if (!contact) throw notFound('contact');
  return contact;
};

/** The same call as if the contact made it by its own widget. */
export const asContact = (context: CallContext, { svcId }: Pick<Contact, 'svcId'>): CallContext => ({
  ...context,
  scope: { ...context.scope, actor: { type: 'contact', id: svcId } },
});
