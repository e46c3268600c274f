/** The token of a mailed link, `#reset=…`, which no server sees. */
export const readToken = (): string | undefined => /^#reset=(.+)$/.exec(location.hash)?.[1];

/** Whether the page was opened by such a link; it counts in a running session too. */
export const hasResetLink = (): boolean => readToken() !== undefined;
