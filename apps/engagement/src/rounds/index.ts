export {
  askCampaign,
  askCampaignJobs,
  type CampaignJobs,
  campaignJobs,
  cancelCampaignJobs,
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
