export {
  countVotes,
  findVote,
  forgetContact,
  forgetVisitors,
  lockVotes,
  moveVotes,
  removeVote,
  saveVote,
  type Vote,
  type VoteCounts,
  type Voter,
} from './feedback.store';
export { listFeedback } from './list-feedback';
export { toVoter } from './voter';
