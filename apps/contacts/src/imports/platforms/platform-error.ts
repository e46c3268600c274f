/**
 * Why a platform gave no page: `limited` and `away` are temporary; `refused` (the credentials), `missing` (no such thing) and
 * `unusable` (an invalid answer, a forbidden address) are not.
 */
export type PlatformErrorKind = 'limited' | 'away' | 'refused' | 'missing' | 'unusable';

/** A platform's failure, in words for the user who started the import. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  constructor(
    readonly kind: PlatformErrorKind,
    message: string,
    /** Milliseconds that the platform asks to be left alone. */
    readonly waitMs?: number,
  ) {
    super(message);
  }
}

/** An answer, or undefined when the platform has no such thing. */
export const unlessMissing = async (answer: Promise<unknown>): Promise<unknown> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'missing') return undefined;
    throw error;
  }
};
