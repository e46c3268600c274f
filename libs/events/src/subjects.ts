/** A subject pattern (`*` one token, `>` the rest) as a regular expression that JavaScript and PostgreSQL both read. */
export const subjectPattern = (pattern: string): string => {
  const tokens = pattern.split('.').map((token) => {
    if (token === '*') return '[^.]+';
    if (token === '>') return '.+';
    return token.replaceAll(/[^A-Za-z0-9_-]/g, (character) => `\\${character}`);
  });
  return `^${tokens.join('\\.')}$`;
};

/** The service that owns a subject: its first token. */
export const readServiceName = (subject: string): string => subject.split('.', 1)[0] ?? '';
