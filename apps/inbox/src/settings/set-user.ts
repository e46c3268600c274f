import type { UsersUpdateMeBody } from '@parley/client';
import { current, readPeople, session } from '../core';

/** Changes the person who is signed in, for the rest of the page too. */
export const setUser = async (body: UsersUpdateMeBody): Promise<void> => {
  const { parley, user } = current();
  const saved = await parley.users.updateMe(user.id, body);
  session.value = { ...current(), user: saved };
  await readPeople();
};
