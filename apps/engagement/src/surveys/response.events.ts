import type { NewEvent } from '@parley/events';
import type { Item } from '../core';
import { presentResponse } from './response.present';
import type { Response } from './response.store';

/** `engagement.v1.survey.answered`: a contact answered the last question. */
export const answeredEvent = (
  { id, name }: Item,
  response: Response,
  headers: Record<string, string>,
): NewEvent => ({
  subject: 'engagement.v1.survey.answered',
  projectId: response.projectId,
  aggregateId: response.id,
  payload: { survey: { id, name }, response: presentResponse(response) },
  headers,
});
