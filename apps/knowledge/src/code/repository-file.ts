/** Bytes of a file beyond which it is no text that a person wrote. */
export const MAX_FILE_BYTES = 1_048_576;

/** Folders with foreign content. */
const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules', 'vendor', 'dist', 'build']);

const lockFiles: ReadonlySet<string> = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lockb',
  'bun.lock',
  'composer.lock',
  'gemfile.lock',
  'cargo.lock',
  'poetry.lock',
  'pipfile.lock',
  'uv.lock',
  'pdm.lock',
  'go.sum',
  'go.work.sum',
  'mix.lock',
  'podfile.lock',
  'pubspec.lock',
  'packages.lock.json',
  'gradle.lockfile',
  'flake.lock',
]);

const MINIFIED_NAME = /\.min\.(?:js|css|mjs|cjs)$|[.-]bundle\.js$|\.map$/i;
/** A line of code that no person wrote. */
const MINIFIED_LINE = 2_000;
const MINIFIED_SHARE = 0.5;

/** Whether a path names a file that is passed over, whatever is in it. */
export const isSkippedPath = (path: string): boolean => {
  const segments = path.split('/');
  const name = (segments.pop() as string).toLowerCase();
  return (
    segments.some((segment) => skippedFolders.has(segment)) || lockFiles.has(name) || MINIFIED_NAME.test(name)
  );
};

/** The text of a file; undefined for a binary or minified one. */
export const readText = (bytes: Uint8Array): string | undefined => {
  if (bytes.includes(0)) return undefined;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const long = text.split('\n').filter((line) => line.length > MINIFIED_LINE);
  const inLong = long.reduce((sum, line) => sum + line.length, 0);
  return inLong > text.length * MINIFIED_SHARE ? undefined : text;
};
