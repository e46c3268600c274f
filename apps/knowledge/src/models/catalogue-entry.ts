/** Who runs a model. */
export const providers = [
  'anthropic',
  'openai',
  'google',
  'xai',
  'openrouter',
  'mistral',
  'deepseek',
  'local',
] as const;

/** The effort levels of a model. */
export const efforts = ['low', 'medium', 'high', 'extra_high', 'max'] as const;

type Effort = (typeof efforts)[number];

/** A model of the catalogue. */
export interface CatalogueEntry {
  id: string;
  displayName: string;
  shortLabel?: string;
  provider: (typeof providers)[number];
  /** Tokens. */
  contextWindow?: number;
  /** US dollars. */
  costPerMillionTokens: { input: number; cachedInput?: number; output: number };
  capabilities: Readonly<
    Record<'chat' | 'vision' | 'tools' | 'streaming' | 'transcription' | 'reasoning', boolean>
  >;
  supportedEfforts?: readonly Effort[];
  defaultEffort?: Effort;
  /** How it is reached; never answered. */
  route: { api: string; key: string };
}
