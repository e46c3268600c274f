/** Vectors of texts, in the order of the texts. */
export interface Embeddings {
  /** What made them; vectors of different models cannot be compared. */
  model: string;
  /** Of unit length, so that the cosine of two is their product; all zero for a text without words. */
  vectors: Float32Array[];
}

/** What to write. */
export interface CompletionRequest {
  /** Instructions for the prompt. */
  system: string;
  /** The material. It may come from anyone, so that nothing in it is an instruction. */
  prompt: string;
  /** Longest answer; a token is about three quarters of a word. */
  maxTokens: number;
}

/** A text written by the model. */
export interface Completion {
  model: string;
  text: string;
}

/** Cosines by which the vectors of a model are judged. */
export interface Similarity {
  /** From here on one text has to do with the other. */
  related: number;
  /** From here on two texts ask for the same. */
  same: number;
}

/** Something that a model may ask for before it writes. */
export interface Tool {
  name: string;
  description: string;
  /** JSON schema of its arguments. */
  parameters?: Record<string, unknown>;
}

/** What to choose tools for. */
export interface ToolRequest extends Pick<CompletionRequest, 'system' | 'prompt'> {
  tools: readonly Tool[];
}

/** A tool that a model asks for. */
export interface ToolChoice {
  name: string;
  arguments: Record<string, unknown>;
}

/**
 * Embeds and writes texts. Rejects with a DomainError of kind `unavailable` or `timeout` when the engine is away:
 * nothing falls back.
 */
export interface Ai {
  /** The model that `embed` names. */
  readonly embeddingModel: string;
  /** Whether `complete` writes of its own. If not, it answers the first sentences of the prompt and invents nothing. */
  readonly writes: boolean;
  readonly similarity: Similarity;
  /** Vectors of texts; a text that is too long for the model is cut. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Embeddings>;
  /** Does with the prompt what `system` says. Never an empty text for a prompt with words in it. */
  complete(request: CompletionRequest, signal?: AbortSignal): Promise<Completion>;
  /**
   * The tools needed for the prompt; none when it needs no tool. Absent when the engine cannot choose tools. Unknown tools and
   * arguments that are no JSON object are left out.
   */
  chooseTools?(request: ToolRequest, signal?: AbortSignal): Promise<ToolChoice[]>;
  /** Rejects while the engine cannot be reached or refuses us. */
  health(): Promise<void>;
}
