import type { Message, RichText } from '@parley/client';
import { current, learnMessage, now, readThread, reread, tellFailure, unlearnMessage } from '../core';

/** Milliseconds in which a public message may be edited, unless the contact has read it. */
const EDITABLE_MS = 120_000;

export const isOwn = ({ user }: Message): boolean => user?.id === current().user.id;

/** Whether a person may edit a message: notes of one's own always, replies for 2 minutes. The platform decides in the end. */
export const mayEdit = (message: Message, isReadByContact: boolean): boolean => {
  if (!isOwn(message) || !message.comment || !current().permissions.has('MESSAGE_UPDATE')) return false;
  if (message.isNote) return true;
  const until = Date.parse(message.createdAt ?? '') + EDITABLE_MS;
  // The signal is read only while it matters.
  return !isReadByContact && until > Date.now() && until > now.value;
};

export const mayDelete = (message: Message): boolean =>
  isOwn(message) && current().permissions.has('MESSAGE_DELETE');

/** Shows an edited text at once, and stores it. */
export const editMessage = async (message: Message, comment: RichText): Promise<void> => {
  learnMessage({ ...message, comment });
  try {
    const data = { ...message.data, content: comment };
    learnMessage(await current().parley.messages.update(message.id, { data }));
  } catch (error) {
    learnMessage(message);
    tellFailure(error);
  }
};

/** Deletes a message. */
export const deleteMessage = async ({ id, ticket }: Message): Promise<void> => {
  unlearnMessage(ticket, id);
  try {
    await current().parley.messages.delete(id);
    reread(ticket);
  } catch (error) {
    tellFailure(error);
    await readThread(ticket);
  }
};

/** Adds or removes an emoji of this person, at once. */
export const react = async (message: Message, emoji: string): Promise<void> => {
  const user = current().user.id;
  const { reactions } = message;
  const others = reactions.filter((one) => one.emoji !== emoji || one.user !== user);
  const op = others.length === reactions.length ? 'add' : 'remove';
  learnMessage({ ...message, reactions: op === 'add' ? [...reactions, { emoji, user }] : others });
  try {
    learnMessage(await current().parley.messages.reaction(message.id, { emoji, op }));
  } catch (error) {
    learnMessage(message);
    tellFailure(error);
  }
};
