import { notFound } from '@parley/errors';
import { isId, type Sql } from '@parley/persistence';
import type { MessageView } from '../core';
import { findMessage } from './message.store';

/** A message of the project. 404 when there is none. */
export const requireMessage = async (sql: Sql, projectId: string, id: string): Promise<MessageView> => {
  const message = isId(id) ? await findMessage(sql, projectId, id) : undefined;
  if (!message) throw notFound('message');
  return message;
};
