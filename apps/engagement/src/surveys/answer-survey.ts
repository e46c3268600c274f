import { projectScope } from '@parley/auth';
import { invalid, notFound } from '@parley/errors';
import { hastenJob } from '@parley/jobs';
import { newId, type Sql } from '@parley/persistence';
import type {
  AnswerSurveyRequest,
  AnswerSurveyResponse,
} from '@parley/proto/generated/parley/engagement/v1/widget_engagements_service';
import { type CallContext, eventHeaders, type Partially } from '@parley/rpc';
import { type Answers, demandLiving, lockStanding, readStandings, walkSurvey, type Item } from '../core';
import { admit, findEngagement, recordHappening } from '../delivery';
import type { Deps } from '../deps';
import { readAnswersSent } from './answers.input';
import { answeredEvent } from './response.events';
import { findLatest, findRound, insertResponse, type Response, updateResponse } from './response.store';
import { presentEnd, presentState } from './survey-state';
import { surveyTicketJob } from './survey-tickets';

/** A survey that a contact can answer, and how the contact stands to it; 404 `engagement_not_found` for any other item. */
export const findSurvey: typeof findEngagement = async (...of) => {
  const found = await findEngagement(...of);
  if (found.item.type !== 'SURVEY') throw notFound('engagement');
  return found;
};

/** Answers kept when a round ends: of questions that the contact came by, and not of those that another answer led past. */
const keepAnswered = (answers: Answers, asked: readonly { id: string }[]): Answers =>
  Object.fromEntries(asked.map(({ id }) => [id, answers[id] ?? null]));

const saveAnswers = async (tx: Sql, before: Response | undefined, after: Response): Promise<void> => {
  if (before) await updateResponse(tx, after);
  else if (!(await insertResponse(tx, after))) throw notFound('engagement');
};

/**
 * Stores answers of a contact. A round is counted once, when its last question is answered: the contact and survey are locked, and
 * a completed round takes no further answers.
 */
export const answerSurvey = async (
  deps: Pick<Deps, 'db' | 'events' | 'contacts' | 'clock'>,
  { engagementId, answers: sent, round }: AnswerSurveyRequest,
  context: CallContext,
): Promise<Partially<AnswerSurveyResponse>> => {
  const { db, events, clock } = deps;
  const { projectId } = projectScope(context.scope);
  const { item, contact } = await findSurvey(deps, engagementId, context);
  const given = readAnswersSent(item, sent);
  const now = clock();
  const place = { projectId, contactId: contact.id, itemId: item.id };
  const survey = await db.transaction(async (tx) => {
    await demandLiving(tx, place);
    await lockStanding(tx, place);
    const standing = (await readStandings(tx, place, [item.id], now)).get(item.id);
    if (!standing) throw notFound('engagement');
    const mayOpen = admit(item, standing, contact, now);
    const latest = await findLatest(tx, place);
    const open = latest?.status === 'partial' ? latest : undefined;
    const current = latest ? latest.round + (open ? 0 : 1) : 1;
    if (round < current) {
      const past = await findRound(tx, place, round);
      return past ? presentEnd(past) : presentState(item, latest);
    }
    if (round > current) throw invalid({ field: 'round', message: `must be ${current} or lower` });
    if (!open && !mayOpen && standing.reach?.endedAt !== null) throw notFound('engagement');
    const merged = { ...open?.answers, ...given };
    if (Object.keys(merged).length === 0) return presentState(item, latest);
    const { answered, next } = walkSurvey(item, merged);
    const response: Response = {
      ...(open ?? { ...place, id: newId(now.getTime()), round, read: false, ticketId: null, createdAt: now }),
      status: next ? 'partial' : 'completed',
      answers: next ? merged : keepAnswered(merged, answered),
      updatedAt: now,
      completedAt: next ? null : now,
    };
    await saveAnswers(tx, open, response);
    const { events: told } = await recordHappening(tx, {
      item,
      contactId: contact.id,
      standing,
      did: next ? ['seen', 'replied'] : ['seen', 'replied', 'completed'],
      mayOpen,
      at: now,
      headers: eventHeaders(context),
    });
    await events.append(tx, told);
    if (next) return presentState(item, response);
    await events.append(tx, [answeredEvent(item, response, eventHeaders(context))]);
    if (asksForTicket(item)) await hastenJob(tx, surveyTicketJob, {}, { projectId, key: response.id, now });
    return presentEnd(response);
  });
  events.wake();
  return { survey };
};

const asksForTicket = ({ config }: Item): boolean => config?.['ticket'] === true;
