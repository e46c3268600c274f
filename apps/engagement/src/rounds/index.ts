export {
  askCampaign,
  askCampaignJobs,
  cancelCampaignJobs,
  mailJob,
  roundJob,
  triggerJob,
} from './campaign-jobs';
export {
  appointNextRound,
  appointRounds,
  beginRound,
  isSentOnce,
  lockRound,
  moveRound,
  nextRound,
  type Round,
} from './rounds.store';
