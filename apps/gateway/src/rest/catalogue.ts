import { notFound } from '@parley/errors';

/** How an error looks to the caller: status and an example of its message. */
export interface CatalogueEntry {
  status: number;
  example: string;
}

/**
 * The errors that operations document, by reason, but for most of things that are not there (`findError`). The public `code` is the
 * reason in lower case. Statuses are those of docs/rules/platform.md and agree with the table of kinds.
 */
const catalogue = {
  INVALID_JSON: { status: 400, example: 'The body is not valid JSON.' },
  INVALID_INPUT: { status: 400, example: 'name: is required' },
  INVALID_QUERY: { status: 400, example: 'limit: must be a whole number' },
  FORBIDDEN_FILTER: {
    status: 400,
    example: 'Lists cannot be filtered by project. The header `project` chooses it.',
  },
  INVALID_SELECTION: {
    status: 400,
    example: 'The selection names no ticket. Give ids, or the query of a lane.',
  },
  PROJECT_REQUIRED: {
    status: 400,
    example: 'This operation needs the header `project` with the id of a project.',
  },
  INVALID_CODE: { status: 400, example: 'The code is wrong or has expired. Ask for a new one.' },
  UNAUTHENTICATED: {
    status: 401,
    example: 'This operation needs a token: send the header `Authorization: Bearer <token>`.',
  },
  INVALID_TOKEN: { status: 401, example: 'The token is not valid or has expired. Log in again.' },
  INVALID_SESSION: { status: 401, example: 'The widget session is missing or its signature is wrong.' },
  INVALID_CREDENTIALS: { status: 401, example: 'The e-mail address or the password is wrong.' },
  PROJECT_FORBIDDEN: {
    status: 403,
    example: 'You are not a member of this project, or there is no such project.',
  },
  PERMISSION_DENIED: {
    status: 403,
    example: 'Your role lacks the permission TICKET_DELETE. Ask an admin of the project.',
  },
  EMAIL_UNCONFIRMED: {
    status: 403,
    example: 'Confirm your e-mail address first: POST /users/verify with the code that was mailed to you.',
  },
  DOMAIN_NOT_ALLOWED: {
    status: 403,
    example: 'Pages of this domain may not use the widget. Add the domain to the project’s allowed domains.',
  },
  CONTACT_BLOCKED: {
    status: 403,
    example: 'The contact is blocked. Set blocked to false before it can write again.',
  },
  CONVERSATION_CLOSED: {
    status: 409,
    example: 'The conversation is closed. Reopen it before the contact can write again.',
  },
  CONTACT_REQUIRED: {
    status: 409,
    example: 'The ticket has no contact to talk to. Set its session first.',
  },
  OWN_ROLE: { status: 403, example: 'You cannot change your own role. Ask another admin of the project.' },
  CREATOR_ROLE: {
    status: 403,
    example: 'The creator of a project stays its admin and cannot be removed.',
  },
  NOT_EDITABLE: {
    status: 403,
    example:
      'You can edit your own notes, and your own public messages within 2 minutes and until the contact has read them.',
  },
  COMPONENT_NAME_TAKEN: {
    status: 409,
    example: 'Another component of this project is named order-card. Choose another name.',
  },
  WEBHOOK_DELIVERY_NOT_FOUND: {
    status: 404,
    example: 'This webhook has no such delivery. Deliveries are kept for 30 days.',
  },
  WEBHOOK_LIMIT_REACHED: {
    status: 409,
    example: 'The project has 50 webhooks, the most possible. Delete one first.',
  },
  WEBHOOK_DISABLED: { status: 409, example: 'The webhook is disabled. Enable it first.' },
  UNSAFE_TEMPLATE: { status: 400, example: 'template: has the element <script>' },
  WORKFLOW_NOT_RUNNABLE: {
    status: 409,
    example:
      'The workflow is not enabled, or cannot be asked for. Enable it and let `trigger.manual` be true.',
  },
  AGENT_NOT_RUNNABLE: { status: 409, example: 'The AI agent is not enabled. Enable it first.' },
  NO_PENDING_STEP: {
    status: 409,
    example: 'The conversation waits for no answer. Send a message instead.',
  },
  STEP_NOT_PENDING: {
    status: 409,
    example: 'Another step is pending by now. Read it before you answer.',
  },
  TOOL_CALL_NOT_FOUND: {
    status: 404,
    example: 'There is no such tool call, or its result is not waited for any longer.',
  },
  CONVERSATION_MERGED: {
    status: 409,
    example: 'The conversation was merged into another one and cannot be opened again.',
  },
  NOT_RATEABLE: { status: 403, example: 'A message of the contact itself cannot be rated.' },
  MEMORY_ENTRY_NOT_FOUND: { status: 404, example: 'This session has no memory entry of this name.' },
  HELPCENTER_NOT_FOUND: { status: 404, example: 'This project has no help center.' },
  DRAFT_NOT_FOUND: { status: 404, example: 'The article has no staged draft.' },
  WEBSITE_EXISTS: {
    status: 409,
    example: 'This project has a website with this url. Crawl that one anew, or delete it first.',
  },
  TOO_MANY_WEBSITES: {
    status: 409,
    example: 'The project has 50 websites, the most possible. Delete one first.',
  },
  REPOSITORY_NAME_TAKEN: {
    status: 409,
    example: 'Another repository of this project has this name. Choose another one.',
  },
  TOO_MANY_REPOSITORIES: {
    status: 409,
    example: 'The project has 20 repositories, the most possible. Disconnect one first.',
  },
  EVAL_NOT_FOUND: { status: 404, example: 'There is no such judgement in this project.' },
  DATASET_NAME_TAKEN: {
    status: 409,
    example: 'Another dataset of this project has this name. Choose another one.',
  },
  DATASET_FULL: {
    status: 409,
    example: 'The dataset has 1000 cases, the most possible. Delete one first.',
  },
  DATASET_EMPTY: { status: 409, example: 'The dataset has no cases. Add one first.' },
  CASE_NOT_FOUND: { status: 404, example: 'This dataset has no such case.' },
  RUN_NOT_FOUND: { status: 404, example: 'This dataset has no such run.' },
  RUN_IN_PROGRESS: {
    status: 409,
    example: 'A run of this dataset works already. Wait for its end, or delete it.',
  },
  STEP_NOT_MARKABLE: {
    status: 403,
    example: 'This step is completed by what the contact does, and cannot be marked done.',
  },
  INVALID_STATUS_TRANSITION: { status: 409, example: 'An item that is finished cannot become live.' },
  ENGAGEMENT_LIVE: {
    status: 409,
    example: 'The item is live: pause it before you change conditions, frequency.',
  },
  PROJECT_NOT_FOUND: { status: 404, example: 'There is no such project among yours.' },
  ORGANISATION_NOT_FOUND: { status: 404, example: 'There is no such organisation among yours.' },
  ROLE_NOT_FOUND: { status: 404, example: 'You hold no role there.' },
  MEMBER_NOT_FOUND: { status: 404, example: 'This person is no direct member of the project.' },
  INVITATION_NOT_FOUND: {
    status: 404,
    example: 'There is no such invitation, or it was answered or deleted already.',
  },
  INVITATION_EMAIL_MISMATCH: {
    status: 409,
    example: 'This invitation was sent to another address. Log in with the account of that address.',
  },
  INVITATION_EMAIL_UNCONFIRMED: {
    status: 409,
    example: 'Confirm your e-mail address first: POST /users/verify with the code that was mailed to you.',
  },
  INVITATION_ALREADY_MEMBER: {
    status: 409,
    example: 'You are a member already. Decline the invitation to remove it.',
  },
  INVITATION_EXPIRED: {
    status: 409,
    example: 'The invitation was valid for 14 days. Ask to be invited again.',
  },
  INVITATION_TARGET_GONE: {
    status: 409,
    example: 'The project that this invitation leads to does not exist any more.',
  },
  REPLY_ALREADY_SENT: {
    status: 409,
    example: 'The reply has been sent and cannot be cancelled any more.',
  },
  HELPCENTER_SLUG_TAKEN: {
    status: 409,
    example: 'Another help center has this slug. Choose another one.',
  },
  HELPCENTER_DOMAIN_TAKEN: {
    status: 409,
    example: 'Another help center has this domain. Take it away there first.',
  },
  COLLECTION_NOT_EMPTY: {
    status: 409,
    example: 'The collection contains articles. Move or delete them first.',
  },
  COLLECTION_HAS_SUBCOLLECTIONS: {
    status: 409,
    example: 'The collection contains other collections. Move or delete them first.',
  },
  LANE_NOT_EMPTY: {
    status: 409,
    example: 'The lane "Trial" still has entries. Move them first, or name a lane for them in moveEntriesTo.',
  },
  PIPELINE_NOT_EMPTY: {
    status: 409,
    example: 'The pipeline has entries. Remove them first, or delete it with all of them by force=true.',
  },
  FIELD_ID_TAKEN: {
    status: 409,
    example: 'Another field of this pipeline has the fieldId amount. Choose another one.',
  },
  TOO_MANY_PIPELINES: {
    status: 409,
    example: 'The project has 500 pipelines, the most possible. Delete one that is not needed.',
  },
  TOO_MANY_FIELDS: {
    status: 409,
    example: 'The pipeline has 100 fields, the most possible. Delete one first.',
  },
  VERSION_CONFLICT: {
    status: 409,
    example: 'The article has version 7 by now. Read it again and repeat the change on that.',
  },
  LIVE_CHANGED: {
    status: 409,
    example:
      'The article has version 7 by now, which the draft was not begun from. Publish with force=true to overwrite it.',
  },
  REDIRECT_EXISTS: { status: 409, example: 'Another redirect of this project leads from /old already.' },
  REDIRECT_LOOP: { status: 400, example: 'newUrl: leads back to /old' },
  COMPANY_RACED: {
    status: 409,
    example: 'The company was created and deleted at the same time. Try again.',
  },
  SESSION_RACED: {
    status: 409,
    example: 'The sessions were changed at the same time. Import them again.',
  },
  TICKET_RACED: {
    status: 409,
    example: 'A ticket of the import was deleted at the same time. Try again.',
  },
  TOO_MANY_IMPORTS: {
    status: 409,
    example: 'This project has 3 imports that have not ended, the most possible. Start another when one has.',
  },
  MEMORY_FULL: {
    status: 409,
    example:
      'This session has 200 memory entries, the most possible. Delete one first, or write to one that is there.',
  },
  IDEMPOTENCY_IN_FLIGHT: {
    status: 409,
    example: 'The first request with this idempotency key is still running. Try again in a moment.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    example: 'This idempotency key was used with another body. Use a new key for a new request.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    example: 'The body did not arrive in time: send at least 1 KB a second.',
  },
  HEADERS_TOO_LARGE: { status: 431, example: 'The headers of the request are larger than 16 KB.' },
  PAYLOAD_TOO_LARGE: { status: 413, example: 'The body is larger than 5 MB.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, example: 'Send the body as application/json.' },
  RATE_LIMITED: { status: 429, example: 'Too many requests. Try again in 42 seconds.' },
  INTERNAL_ERROR: {
    status: 500,
    example: 'Something went wrong on our side. Quote the requestId when you report it.',
  },
  UNAVAILABLE: { status: 503, example: 'The tickets service is away. Try again.' },
  TIMEOUT: { status: 504, example: 'The operation took too long. Try again, or ask for less.' },
} as const satisfies Record<string, CatalogueEntry>;

const NOT_FOUND = '_NOT_FOUND';

/** Why a request is refused: `TICKET_NOT_FOUND`. */
export type ErrorReason = keyof typeof catalogue | `${Uppercase<string>}${typeof NOT_FOUND}`;

const isNamed = (reason: ErrorReason): reason is keyof typeof catalogue => Object.hasOwn(catalogue, reason);

/** How the error of a reason looks. Of most things that are not there it is as `notFound` says. */
export const findError = (reason: ErrorReason): CatalogueEntry =>
  isNamed(reason)
    ? catalogue[reason]
    : { status: 404, example: notFound(reason.slice(0, -NOT_FOUND.length).toLowerCase()).message };
