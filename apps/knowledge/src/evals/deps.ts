import type { CallContext } from '@parley/rpc';
import type { AskOptions, KnowledgeAnswer } from '../answers';
import type { Deps } from '../deps';
import type { Found, SearchOptions } from '../search';

/** The scope of a question, as it was sent. */
export interface SentReach {
  lang?: string | undefined;
  internally?: boolean | undefined;
  scope?: Readonly<Record<string, unknown>> | undefined;
}

/** Asking as people ask. */
export interface Asking {
  /** Reads the scope. 400 naming fields that are wrong or not of this project. */
  read(projectId: string, sent: SentReach, context: CallContext): Promise<AskOptions>;
  ask(question: string, options: AskOptions): Promise<KnowledgeAnswer>;
  search(query: string, options: SearchOptions): Promise<Pick<Found, 'sourceId'>[]>;
  /** Model of the vectors. */
  readonly embeddingModel: string;
}

/** The first question and the last answer of a ticket. */
export interface TicketExchange {
  sessionId?: string | undefined;
  question: string;
  answer?: string | undefined;
}

/** What judgements, datasets and runs work with. */
export interface EvalDeps extends Pick<Deps, 'db' | 'log' | 'effects' | 'events' | 'clock'> {
  asking: Asking;
  /** The public exchange of a ticket; undefined when the project has none of this id. */
  readExchange(ticketId: string, context: CallContext): Promise<TicketExchange | undefined>;
}
