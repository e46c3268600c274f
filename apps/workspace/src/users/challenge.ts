/** Decides whether a sign-up comes from a person. */
export interface ChallengeVerifier {
  /** Whether the token of a solved challenge is good. `ip` is where the request came from, when known. */
  verify(token: string, ip: string | undefined): Promise<boolean>;
}

/** The verifier of an installation without a challenge provider: any token that is not blank is good. */
export const acceptAnyChallenge: ChallengeVerifier = {
  verify: async (token) => token.trim() !== '',
};
