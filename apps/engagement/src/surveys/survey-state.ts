import type { SurveyState } from '@parley/proto/generated/parley/engagement/v1/widget_engagements_service';
import { type Item, walkSurvey } from '../core';
import type { Response } from './response.store';

/** How far a contact is with a survey: with the round that it is in, or would begin. */
export const presentState = (item: Item, latest: Response | undefined): SurveyState => {
  const isOpen = latest?.status === 'partial';
  const answers = isOpen ? latest.answers : {};
  return {
    round: latest ? latest.round + (isOpen ? 0 : 1) : 1,
    status: 'partial',
    answers,
    next: walkSurvey(item, answers).next?.id,
  };
};

/** The state of a round that is complete. */
export const presentEnd = ({ round, answers }: Response): SurveyState => ({
  round,
  status: 'completed',
  answers,
  next: undefined,
});
