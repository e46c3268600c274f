import type { ErrorKind } from './domain-error';
import type { NotFoundReason } from './nouns';

/** Why requests are refused: the kind of each reason, and the message of its errors or an example of it. */
export const reasons = {
  INVALID_JSON: { kind: 'invalid', message: 'The body is not valid JSON.' },
  INVALID_INPUT: { kind: 'invalid', message: 'name: is required' },
  INVALID_QUERY: { kind: 'invalid', message: 'limit: must be a whole number' },
  FORBIDDEN_FILTER: {
    kind: 'invalid',
    message: 'Lists cannot be filtered by project. The header `project` chooses it.',
  },
  INVALID_SELECTION: {
    kind: 'invalid',
    message: 'The selection names no ticket. Give ids, or the query of a lane.',
  },
  PROJECT_REQUIRED: {
    kind: 'invalid',
    message: 'This operation needs the header `project` with the id of a project.',
  },
  INVALID_CODE: { kind: 'invalid', message: 'The code is wrong or has expired. Ask for a new one.' },
  UNAUTHENTICATED: {
    kind: 'unauthenticated',
    message: 'This operation needs a token: send the header `Authorization: Bearer <token>`.',
  },
  INVALID_TOKEN: { kind: 'unauthenticated', message: 'The token is not valid or has expired. Log in again.' },
  INVALID_SESSION: {
    kind: 'unauthenticated',
    message: 'The widget session is missing or its signature is wrong.',
  },
  INVALID_CREDENTIALS: { kind: 'unauthenticated', message: 'The e-mail address or the password is wrong.' },
  PROJECT_FORBIDDEN: {
    kind: 'forbidden',
    message: 'You are not a member of this project, or there is no such project.',
  },
  PERMISSION_DENIED: {
    kind: 'forbidden',
    message: 'Your role lacks the permission TICKET_DELETE. Ask an admin of the project.',
  },
  EMAIL_UNCONFIRMED: {
    kind: 'forbidden',
    message: 'Confirm your e-mail address first: POST /users/verify with the code that was mailed to you.',
  },
  DOMAIN_NOT_ALLOWED: {
    kind: 'forbidden',
    message: 'Pages of this domain may not use the widget. Add the domain to the project’s allowed domains.',
  },
  COOKIE_NOT_ALLOWED: {
    kind: 'forbidden',
    message:
      'With the session of the inbox, all requests but GET and HEAD need the header `x-requested-with`, with any value.',
  },
  CONTACT_BLOCKED: {
    kind: 'forbidden',
    message: 'The contact is blocked. Set blocked to false before it can write again.',
  },
  CONVERSATION_CLOSED: {
    kind: 'conflict',
    message: 'The conversation is closed. Reopen it before the contact can write again.',
  },
  MODEL_REQUIRED: {
    kind: 'conflict',
    message: 'This platform has no language model. Set AI_BASE_URL of the platform first.',
  },
  LANGUAGE_UNKNOWN: {
    kind: 'conflict',
    message: 'The words of the contact do not show their language. Name one in `language`.',
  },
  CONTACT_REQUIRED: {
    kind: 'conflict',
    message: 'The ticket has no contact to talk to. Set its session first.',
  },
  ADDRESS_REQUIRED: {
    kind: 'conflict',
    message: 'The contact has no e-mail address. Leave one with POST /shared/conversations/{id}/email first.',
  },
  TRANSCRIPT_EMPTY: { kind: 'conflict', message: 'The conversation has no messages yet. Send it later.' },
  TRANSCRIPT_UNANSWERED: {
    kind: 'conflict',
    message: 'A guest gets its conversation by e-mail once a person of the team has answered.',
  },
  OWN_ROLE: {
    kind: 'forbidden',
    message: 'You cannot change your own role. Ask another admin of the project.',
  },
  CREATOR_ROLE: {
    kind: 'forbidden',
    message: 'The creator of a project stays its admin and cannot be removed.',
  },
  NOT_EDITABLE: {
    kind: 'forbidden',
    message:
      'You can edit your own notes, and your own public messages within 2 minutes and until the contact has read them.',
  },
  COMPONENT_NAME_TAKEN: {
    kind: 'exists',
    message: 'Another component of this project is named order-card. Choose another name.',
  },
  WEBHOOK_LIMIT_REACHED: {
    kind: 'conflict',
    message: 'The project has 50 webhooks, the most possible. Delete one first.',
  },
  MAILBOX_ADDRESS_TAKEN: {
    kind: 'conflict',
    message: 'Another mailbox has this address. Delete that one first, or use another address.',
  },
  MAILBOX_LIMIT_REACHED: {
    kind: 'conflict',
    message: 'The project has 100 mailboxes, the most possible. Delete one first.',
  },
  WEBHOOK_DISABLED: { kind: 'conflict', message: 'The webhook is disabled. Enable it first.' },
  UNSAFE_TEMPLATE: { kind: 'invalid', message: 'template: has the element <script>' },
  WORKFLOW_NOT_RUNNABLE: {
    kind: 'conflict',
    message:
      'The workflow is not enabled, or cannot be asked for. Enable it and let `trigger.manual` be true.',
  },
  AGENT_NOT_RUNNABLE: { kind: 'conflict', message: 'The AI agent is not enabled. Enable it first.' },
  NO_PENDING_STEP: {
    kind: 'conflict',
    message: 'The conversation waits for no answer. Send a message instead.',
  },
  STEP_NOT_PENDING: {
    kind: 'conflict',
    message: 'Another step is pending by now. Read it before you answer.',
  },
  CONVERSATION_MERGED: {
    kind: 'conflict',
    message: 'The conversation was merged into another one and cannot be opened again.',
  },
  NOT_RATEABLE: { kind: 'forbidden', message: 'A message of the contact itself cannot be rated.' },
  WEBSITE_EXISTS: {
    kind: 'exists',
    message: 'This project has a website with this url. Crawl that one anew, or delete it first.',
  },
  TOO_MANY_WEBSITES: {
    kind: 'conflict',
    message: 'The project has 50 websites, the most possible. Delete one first.',
  },
  REPOSITORY_NAME_TAKEN: {
    kind: 'exists',
    message: 'Another repository of this project has this name. Choose another one.',
  },
  TOO_MANY_REPOSITORIES: {
    kind: 'conflict',
    message: 'The project has 20 repositories, the most possible. Disconnect one first.',
  },
  DATASET_NAME_TAKEN: {
    kind: 'exists',
    message: 'Another dataset of this project has this name. Choose another one.',
  },
  DATASET_FULL: {
    kind: 'conflict',
    message: 'The dataset has 1000 cases, the most possible. Delete one first.',
  },
  DATASET_EMPTY: { kind: 'conflict', message: 'The dataset has no cases. Add one first.' },
  RUN_IN_PROGRESS: {
    kind: 'conflict',
    message: 'A run of this dataset works already. Wait for its end, or delete it.',
  },
  STEP_NOT_MARKABLE: {
    kind: 'forbidden',
    message: 'This step is completed by what the contact does, and cannot be marked done.',
  },
  INVALID_STATUS_TRANSITION: { kind: 'conflict', message: 'An item that is finished cannot become live.' },
  ENGAGEMENT_LIVE: {
    kind: 'conflict',
    message: 'The item is live: pause it before you change conditions, frequency.',
  },
  INVITATION_EMAIL_MISMATCH: {
    kind: 'conflict',
    message: 'This invitation was sent to another address. Log in with the account of that address.',
  },
  INVITATION_EMAIL_UNCONFIRMED: {
    kind: 'conflict',
    message: 'Confirm your e-mail address first: POST /users/verify with the code that was mailed to you.',
  },
  INVITATION_ALREADY_MEMBER: {
    kind: 'conflict',
    message: 'You are a member already. Decline the invitation to remove it.',
  },
  INVITATION_EXPIRED: {
    kind: 'conflict',
    message: 'The invitation was valid for 14 days. Ask to be invited again.',
  },
  INVITATION_TARGET_GONE: {
    kind: 'conflict',
    message: 'The project that this invitation leads to does not exist any more.',
  },
  REPLY_ALREADY_SENT: {
    kind: 'conflict',
    message: 'The reply has been sent and cannot be cancelled any more.',
  },
  HELPCENTER_SLUG_TAKEN: {
    kind: 'conflict',
    message: 'Another help center has this slug. Choose another one.',
  },
  HELPCENTER_DOMAIN_TAKEN: {
    kind: 'conflict',
    message: 'Another help center has this domain. Take it away there first.',
  },
  COLLECTION_NOT_EMPTY: {
    kind: 'conflict',
    message: 'The collection contains articles. Move or delete them first.',
  },
  COLLECTION_HAS_SUBCOLLECTIONS: {
    kind: 'conflict',
    message: 'The collection contains other collections. Move or delete them first.',
  },
  LANE_NOT_EMPTY: {
    kind: 'conflict',
    message: 'The lane "Trial" still has entries. Move them first, or name a lane for them in moveEntriesTo.',
  },
  PIPELINE_NOT_EMPTY: {
    kind: 'conflict',
    message: 'The pipeline has entries. Remove them first, or delete it with all of them by force=true.',
  },
  FIELD_ID_TAKEN: {
    kind: 'conflict',
    message: 'Another field of this pipeline has the fieldId amount. Choose another one.',
  },
  TOO_MANY_PIPELINES: {
    kind: 'conflict',
    message: 'The project has 500 pipelines, the most possible. Delete one that is not needed.',
  },
  TOO_MANY_FIELDS: {
    kind: 'conflict',
    message: 'The pipeline has 100 fields, the most possible. Delete one first.',
  },
  VERSION_CONFLICT: {
    kind: 'conflict',
    message: 'The article has version 7 by now. Read it again and repeat the change on that.',
  },
  LIVE_CHANGED: {
    kind: 'conflict',
    message:
      'The article has version 7 by now, which the draft was not begun from. Publish with force=true to overwrite it.',
  },
  REDIRECT_EXISTS: { kind: 'exists', message: 'Another redirect of this project leads from /old already.' },
  REDIRECT_LOOP: { kind: 'invalid', message: 'newUrl: leads back to /old' },
  COMPANY_RACED: {
    kind: 'raced',
    message: 'The company was created and deleted at the same time. Try again.',
  },
  SESSION_RACED: { kind: 'raced', message: 'The sessions were changed at the same time. Import them again.' },
  TICKET_RACED: { kind: 'raced', message: 'A ticket of the import was deleted at the same time. Try again.' },
  TOO_MANY_IMPORTS: {
    kind: 'conflict',
    message: 'This project has 3 imports that have not ended, the most possible. Start another when one has.',
  },
  MEMORY_FULL: {
    kind: 'conflict',
    message:
      'This session has 200 memory entries, the most possible. Delete one first, or write to one that is there.',
  },
  IDEMPOTENCY_IN_FLIGHT: {
    kind: 'conflict',
    message: 'The first request with this idempotency key is still running. Try again in a moment.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    kind: 'unprocessable',
    message: 'This idempotency key was used with another body. Use a new key for a new request.',
  },
  PAYLOAD_TOO_LARGE: { kind: 'tooLarge', message: 'The body is larger than 5 MB.' },
  RATE_LIMITED: { kind: 'limited', message: 'Too many requests. Try again in 42 seconds.' },
  UNAVAILABLE: { kind: 'unavailable', message: 'The tickets service is away. Try again.' },
  TIMEOUT: { kind: 'timeout', message: 'The operation took too long. Try again, or ask for less.' },
} as const satisfies Record<string, { kind: ErrorKind; message: string }>;

/** Reasons of errors of a kind. */
export type ReasonOf<Kind extends ErrorKind> = {
  [Reason in keyof typeof reasons]: (typeof reasons)[Reason]['kind'] extends Kind ? Reason : never;
}[keyof typeof reasons];

/** Every reason that a service has for refusing a request. */
export type Reason = keyof typeof reasons | NotFoundReason;
