import type { CatalogueEntry } from './catalogue-entry';

/** Rises with each change of the data below. */
export const CATALOGUE_VERSION = 1;

const chat = {
  chat: true,
  vision: true,
  tools: true,
  streaming: true,
  transcription: false,
  reasoning: true,
};
const plainChat = { ...chat, vision: false, reasoning: false };
const speech = { ...plainChat, chat: false, tools: false, transcription: true };

/** Models that teams choose from, with the list prices of their providers. `route` stays inside. */
export const models: readonly CatalogueEntry[] = [
  {
    id: 'claude-opus-4-5',
    displayName: 'Claude Opus 4.5',
    shortLabel: 'Opus 4.5',
    provider: 'anthropic',
    contextWindow: 200_000,
    costPerMillionTokens: { input: 5, cachedInput: 0.5, output: 25 },
    capabilities: chat,
    supportedEfforts: ['low', 'medium', 'high'],
    defaultEffort: 'high',
    route: { api: 'messages', key: 'ANTHROPIC_API_KEY' },
  },
  {
    id: 'claude-sonnet-4-5',
    displayName: 'Claude Sonnet 4.5',
    shortLabel: 'Sonnet 4.5',
    provider: 'anthropic',
    contextWindow: 200_000,
    costPerMillionTokens: { input: 3, cachedInput: 0.3, output: 15 },
    capabilities: chat,
    route: { api: 'messages', key: 'ANTHROPIC_API_KEY' },
  },
  {
    id: 'claude-haiku-4-5',
    displayName: 'Claude Haiku 4.5',
    shortLabel: 'Haiku 4.5',
    provider: 'anthropic',
    contextWindow: 200_000,
    costPerMillionTokens: { input: 1, cachedInput: 0.1, output: 5 },
    capabilities: chat,
    route: { api: 'messages', key: 'ANTHROPIC_API_KEY' },
  },
  {
    id: 'gpt-5',
    displayName: 'GPT-5',
    provider: 'openai',
    contextWindow: 400_000,
    costPerMillionTokens: { input: 1.25, cachedInput: 0.125, output: 10 },
    capabilities: chat,
    supportedEfforts: ['low', 'medium', 'high'],
    defaultEffort: 'medium',
    route: { api: 'chat-completions', key: 'OPENAI_API_KEY' },
  },
  {
    id: 'gpt-5-mini',
    displayName: 'GPT-5 mini',
    provider: 'openai',
    contextWindow: 400_000,
    costPerMillionTokens: { input: 0.25, cachedInput: 0.025, output: 2 },
    capabilities: chat,
    supportedEfforts: ['low', 'medium', 'high'],
    defaultEffort: 'medium',
    route: { api: 'chat-completions', key: 'OPENAI_API_KEY' },
  },
  {
    id: 'gpt-4o-transcribe',
    displayName: 'GPT-4o Transcribe',
    provider: 'openai',
    costPerMillionTokens: { input: 6, output: 10 },
    capabilities: speech,
    route: { api: 'transcriptions', key: 'OPENAI_API_KEY' },
  },
  {
    id: 'gemini-2.5-pro',
    displayName: 'Gemini 2.5 Pro',
    provider: 'google',
    contextWindow: 1_048_576,
    costPerMillionTokens: { input: 1.25, cachedInput: 0.125, output: 10 },
    capabilities: chat,
    route: { api: 'chat-completions', key: 'GEMINI_API_KEY' },
  },
  {
    id: 'gemini-2.5-flash',
    displayName: 'Gemini 2.5 Flash',
    provider: 'google',
    contextWindow: 1_048_576,
    costPerMillionTokens: { input: 0.3, cachedInput: 0.03, output: 2.5 },
    capabilities: chat,
    route: { api: 'chat-completions', key: 'GEMINI_API_KEY' },
  },
  {
    id: 'grok-4',
    displayName: 'Grok 4',
    provider: 'xai',
    contextWindow: 256_000,
    costPerMillionTokens: { input: 3, cachedInput: 0.75, output: 15 },
    capabilities: chat,
    route: { api: 'chat-completions', key: 'XAI_API_KEY' },
  },
  {
    id: 'mistral-medium-2508',
    displayName: 'Mistral Medium 3.1',
    provider: 'mistral',
    contextWindow: 131_072,
    costPerMillionTokens: { input: 0.4, output: 2 },
    capabilities: { ...chat, reasoning: false },
    route: { api: 'chat-completions', key: 'MISTRAL_API_KEY' },
  },
  {
    id: 'deepseek-chat',
    displayName: 'DeepSeek Chat',
    provider: 'deepseek',
    contextWindow: 128_000,
    costPerMillionTokens: { input: 0.28, cachedInput: 0.028, output: 0.42 },
    capabilities: plainChat,
    route: { api: 'chat-completions', key: 'DEEPSEEK_API_KEY' },
  },
  {
    id: 'local-chat',
    displayName: 'Own chat endpoint',
    shortLabel: 'Own',
    provider: 'local',
    costPerMillionTokens: { input: 0, output: 0 },
    capabilities: plainChat,
    route: { api: 'chat-completions', key: 'AI_API_KEY' },
  },
  {
    id: 'local-whisper-large-v3',
    displayName: 'Whisper large v3, own machine',
    shortLabel: 'Whisper',
    provider: 'local',
    costPerMillionTokens: { input: 0, output: 0 },
    capabilities: speech,
    route: { api: 'transcriptions', key: 'AI_API_KEY' },
  },
];

/** The offered models of each use, by model id, in the order in which they are shown. */
export const pickers = {
  agent: ['claude-sonnet-4-5', 'claude-haiku-4-5', 'gpt-5', 'gpt-5-mini', 'gemini-2.5-flash', 'local-chat'],
  codeCloud: ['claude-opus-4-5', 'claude-sonnet-4-5', 'gpt-5', 'gemini-2.5-pro', 'grok-4'],
  codeRuntime: ['local-chat', 'claude-haiku-4-5', 'gpt-5-mini', 'mistral-medium-2508', 'deepseek-chat'],
  transcription: ['gpt-4o-transcribe', 'local-whisper-large-v3'],
} as const;

/** The default model of each use. */
export const runtimeDefaults: Readonly<Record<keyof typeof pickers, string>> = {
  agent: 'claude-sonnet-4-5',
  codeCloud: 'claude-opus-4-5',
  codeRuntime: 'local-chat',
  transcription: 'gpt-4o-transcribe',
};
