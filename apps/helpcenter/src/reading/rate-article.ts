import { invalid, notFound } from '@parley/errors';
import { newId } from '@parley/persistence';
import type {
  RateArticleRequest,
  RateArticleResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/visitor_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Store } from '../db';
import type { Deps } from '../deps';
import { demandLiving } from '../project';
import { articleRated } from '../telling';
import { demandArticle } from './get-visible-article';
import { openVisit, type Visit, articleTexts } from '../visitor';
import {
  countVotes,
  findVote,
  lockVotes,
  removeVote,
  saveVote,
  type Vote,
  type VoteCounts,
  type Voter,
  toVoter,
} from '../feedback';

const difference = (kind: Vote, before: Vote | undefined, after: Vote | undefined): number =>
  Number(after === kind) - Number(before === kind);

interface Rating {
  visit: Visit;
  articleId: string;
  voter: Voter;
  vote: Vote | undefined;
  comment: string | null | undefined;
  language: string;
}

const rate = async (
  deps: Pick<Deps, 'clock' | 'events'>,
  tx: Store,
  { visit, articleId, voter, vote, comment, language }: Rating,
  context: CallContext,
): Promise<VoteCounts> => {
  const { projectId } = visit.scope;
  if (voter.contactId !== null) await demandLiving(tx.sql, projectId, voter.contactId);
  // Votes on an article wait for each other here, so that one voter has one, however many requests come at once.
  if (!(await lockVotes(tx, projectId, articleId))) throw notFound('article');
  const former = await findVote(tx, projectId, articleId, voter);
  const now = deps.clock();
  if (vote === undefined) {
    if (former) await removeVote(tx, former);
  } else {
    await saveVote(tx, {
      projectId,
      id: former?.id ?? newId(now.getTime()),
      articleId,
      ...voter,
      vote,
      comment: comment === undefined ? (former?.comment ?? null) : comment,
      language,
      createdAt: former?.createdAt ?? now,
      updatedAt: now,
    });
  }
  if (vote !== former?.vote)
    await deps.events.append(tx.sql, [
      articleRated(visit, { articleId, vote, former: former?.vote }, context),
    ]);
  return countVotes(tx.sql, projectId, articleId, {
    upvotes: difference('up', former?.vote, vote),
    downvotes: difference('down', former?.vote, vote),
  });
};

/**
 * Records or removes a visitor's vote on an article; 401 `invalid_session` of a deleted contact. `version` and `updatedAt` of the
 * article stay.
 */
export const rateArticle = async (
  deps: Pick<Deps, 'store' | 'workspace' | 'contacts' | 'publicUrl' | 'sealer' | 'clock' | 'events'>,
  { articleRef, vote, comment, nulls, lang }: RateArticleRequest,
  context: CallContext,
): Promise<Partially<RateArticleResponse>> => {
  const visit = await openVisit(deps, { lang }, context);
  const article = await demandArticle(deps, visit, articleRef);
  if (vote === undefined && !nulls.includes('vote'))
    throw invalid({ field: 'vote', message: 'must be up, down or null' });
  const rating: Rating = {
    visit,
    articleId: article.id,
    voter: toVoter(deps, visit),
    vote: vote as Vote | undefined,
    comment: nulls.includes('comment') ? null : comment,
    language: articleTexts(visit, article).language,
  };
  const counts = await deps.store.transaction((tx) => rate(deps, tx, rating, context));
  deps.events.wake();
  return { vote, ...counts };
};
