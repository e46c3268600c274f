import { FrontendToolsServiceDefinition as tools } from '@parley/proto/generated/parley/s2s/v1/frontend_tools_service';
import { LinkPreviewsServiceDefinition as previews } from '@parley/proto/generated/parley/s2s/v1/link_previews_service';
import { S2sConversationsServiceDefinition as conversations } from '@parley/proto/generated/parley/s2s/v1/s2s_conversations_service';
import { StreamServiceDefinition as streams } from '@parley/proto/generated/parley/s2s/v1/stream_service';
import { operation } from '../rest';

/** A result has at most 65,536 bytes; as JSON each of them may be six. */
const MAX_TOOL_BODY = 512 * 1024;

/** Conversations of a widget's own contact, and its sign-in to the realtime channel. */
export const widgetConversationOperations = [
  operation('widget.list-conversations', 'GET /shared/conversations', conversations, 'listOwnConversations', {
    surface: 'widget',
    page: { default: 50, max: 100 },
    out: 'conversations',
  }),
  operation(
    'widget.create-conversation',
    'POST /shared/conversations',
    conversations,
    'createOwnConversation',
    {
      surface: 'widget',
      out: 'conversation',
      errors: [
        'CONTACT_BLOCKED',
        'WORKFLOW_NOT_FOUND',
        'WORKFLOW_NOT_RUNNABLE',
        'AGENT_NOT_FOUND',
        'AGENT_NOT_RUNNABLE',
      ],
    },
  ),
  operation(
    'widget.get-conversation',
    'GET /shared/conversations/{conversationId}',
    conversations,
    'getConversation',
    {
      surface: 'widget',
      ignores: ['consumerId'],
      out: 'conversation',
    },
  ),
  operation(
    'widget.mark-read',
    'POST /shared/conversations/{conversationId}/read',
    conversations,
    'readConversation',
    {
      surface: 'widget',
      ignores: ['consumerId'],
      out: 'conversation',
      errors: ['MESSAGE_NOT_FOUND'],
    },
  ),
  operation(
    'widget.typing',
    'POST /shared/conversations/{conversationId}/typing',
    conversations,
    'setTyping',
    {
      surface: 'widget',
      ignores: ['consumerId'],
    },
  ),
  operation(
    'widget.rate',
    'POST /shared/conversations/{conversationId}/rating',
    conversations,
    'rateConversation',
    {
      surface: 'widget',
      ignores: ['consumerId'],
      out: 'conversation',
    },
  ),
  operation(
    'widget.leave-email',
    'POST /shared/conversations/{conversationId}/email',
    conversations,
    'leaveEmail',
    {
      surface: 'widget',
      ignores: ['consumerId'],
      out: 'conversation',
    },
  ),
  operation(
    'widget.send-transcript',
    'POST /shared/conversations/{conversationId}/transcript',
    conversations,
    'sendTranscript',
    {
      surface: 'widget',
      ignores: ['consumerId'],
      errors: ['CONTACT_BLOCKED', 'ADDRESS_REQUIRED', 'TRANSCRIPT_EMPTY', 'TRANSCRIPT_UNANSWERED'],
    },
  ),
  operation(
    'widget.list-messages',
    'GET /shared/conversations/{conversationId}/messages',
    conversations,
    'listConversationMessages',
    {
      surface: 'widget',
      ignores: ['consumerId'],
      page: { default: 50, max: 100 },
      out: 'messages',
    },
  ),
  operation(
    'widget.send-message',
    'POST /shared/conversations/{conversationId}/messages',
    conversations,
    'sendConversationMessage',
    {
      surface: 'widget',
      ignores: ['consumerId'],
      out: 'message',
      errors: ['CONVERSATION_CLOSED', 'CONTACT_BLOCKED'],
    },
  ),
  operation(
    'widget.link-preview',
    'GET /shared/conversations/{conversationId}/messages/{messageId}/link-preview',
    previews,
    'getLinkPreview',
    { surface: 'widget' },
  ),
  operation(
    'widget.get-workflow-step',
    'GET /shared/conversations/{conversationId}/workflow-step',
    conversations,
    'getWorkflowStep',
    { surface: 'widget', ignores: ['consumerId'] },
  ),
  operation(
    'widget.answer-workflow-step',
    'POST /shared/conversations/{conversationId}/workflow-step',
    conversations,
    'answerWorkflowStep',
    {
      surface: 'widget',
      ignores: ['consumerId'],
      errors: ['CONVERSATION_CLOSED', 'CONTACT_BLOCKED', 'NO_PENDING_STEP', 'STEP_NOT_PENDING'],
    },
  ),
  operation(
    'frontend-tools.deliver-result',
    'POST /shared/frontend-tools/{toolCallId}/result',
    tools,
    'deliverToolResult',
    {
      surface: 'widget',
      exists: 'checkToolCall',
      maxBodyBytes: MAX_TOOL_BODY,
    },
  ),
  operation('users.session-auth', 'POST /users/me/session-auth', streams, 'signInSession', {
    formToo: true,
    surface: 'widget',
    errors: ['CONTACT_BLOCKED'],
  }),
  operation(
    'users.session-channel-auth',
    'POST /users/me/session-channel-auth',
    streams,
    'authoriseSessionChannel',
    { surface: 'widget', formToo: true, out: 'channelAuth', errors: ['CONTACT_BLOCKED'] },
  ),
];
