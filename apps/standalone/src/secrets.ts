import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SECRET_BYTES = 32;

/** The secrets that seal data at rest: the configured ones, else one made at the first start and kept in the home. */
export const sealingSecrets = (
  configured: readonly string[] | undefined,
  home: string,
): readonly string[] => {
  if (configured && configured.length > 0) return configured;
  const file = join(home, 'secret.key');
  if (!existsSync(file))
    writeFileSync(file, randomBytes(SECRET_BYTES).toString('base64url'), { mode: 0o600 });
  return [readFileSync(file, 'utf8').trim()];
};
