/** What may not be there, by the noun of its `…_NOT_FOUND`: the message, or an empty one for the usual. */
export const nouns = {
  agent: '',
  article: '',
  article_version: '',
  banner: '',
  case: 'This dataset has no such case.',
  chat_message: '',
  checklist: '',
  checklist_step: '',
  cobrowse: '',
  collection: '',
  company: '',
  contact: '',
  content: '',
  conversation: '',
  custom_component: '',
  dataset: '',
  demo: '',
  draft: 'The article has no staged draft.',
  email_template: '',
  engagement: '',
  engagement_email: '',
  eval: 'There is no such judgement in this project.',
  feature_request: 'The ticket belongs to no feature request.',
  file: '',
  helpcenter: 'This project has no help center.',
  import_job: '',
  invitation: 'There is no such invitation, or it was answered or deleted already.',
  member: 'This person is no direct member of the project.',
  memory_entry: 'This session has no memory entry of this name.',
  mailbox: '',
  message: '',
  message_template: '',
  modal: '',
  news: '',
  organisation: 'There is no such organisation among yours.',
  pipeline: '',
  pipeline_entry: '',
  pipeline_field: '',
  product_tour: '',
  project: 'There is no such project among yours.',
  push_notification: '',
  redirect: '',
  repository: '',
  role: 'You hold no role there.',
  run: 'This dataset has no such run.',
  scheduled_reply: '',
  service_account: '',
  session: '',
  survey: '',
  team: '',
  ticket: '',
  tool_call: 'There is no such tool call, or its result is not waited for any longer.',
  tooltip: '',
  translation_entry: '',
  upload_link: 'This address takes no file: it has ended, was used, or was never made. Ask for another one.',
  view: 'There is no such view of yours or of the team.',
  webhook: '',
  webhook_delivery: 'This webhook has no such delivery. Deliveries are kept for 30 days.',
  website: '',
  workflow: '',
} as const satisfies Record<string, string>;

/** What `notFound` takes. */
export type Noun = keyof typeof nouns;

export type NotFoundReason = `${Uppercase<Noun>}_NOT_FOUND`;

/** `TEAM_NOT_FOUND` of `team`. */
export const notFoundReason = (noun: Noun): NotFoundReason =>
  `${noun.toUpperCase() as Uppercase<Noun>}_NOT_FOUND`;

/** Whether a text is a noun of `notFound`. */
export const isNoun = (text: string): text is Noun => Object.hasOwn(nouns, text);
