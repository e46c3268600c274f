import type { SurveyResponse } from '@parley/proto/generated/parley/engagement/v1/survey_responses_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import type { Response } from './response.store';

/** A response as the public document; of its contact only the id without names. */
export const presentResponse = (
  response: Response,
  names: Awaited<ReturnType<Deps['directory']['references']>> = new Map(),
): Partially<SurveyResponse> => {
  const { name, email, userId } = names.get(response.contactId) ?? {};
  return {
    id: response.id,
    survey: response.itemId,
    session: { id: response.contactId, name, email, userId },
    status: response.status,
    round: response.round,
    answers: response.answers,
    read: response.read,
    ticket: response.ticketId ?? undefined,
    createdAt: response.createdAt.toISOString(),
    updatedAt: response.updatedAt.toISOString(),
    completedAt: response.completedAt?.toISOString(),
  };
};
