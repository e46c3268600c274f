import type { Sealer } from '@parley/auth';

/** Milliseconds that a secret stays good beside the one that replaced it: 24 hours. */
export const GRACE_MS = 86_400_000;

/** Most replaced secrets that stay good at a time. */
export const MAX_FORMER = 5;

/** A secret that was replaced. */
export interface FormerSecret {
  sealed: string;
  /** ISO time at which it ends. */
  until: string;
}

const isLive = ({ until }: FormerSecret, now: Date): boolean => Date.parse(until) > now.getTime();

/** The secrets among them that are still good, opened; the one replaced last comes first. */
export const liveSecrets = (
  sealer: Sealer,
  former: readonly FormerSecret[],
  context: string,
  now: Date,
): string[] =>
  former.filter((secret) => isLive(secret, now)).map(({ sealed }) => sealer.open(sealed, context));

/** The list once another secret was replaced. */
export const withFormer = (former: readonly FormerSecret[], sealed: string, now: Date): FormerSecret[] => {
  const until = new Date(now.getTime() + GRACE_MS).toISOString();
  return [{ sealed, until }, ...former.filter((secret) => isLive(secret, now))].slice(0, MAX_FORMER);
};
