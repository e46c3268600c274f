import { splitSentences } from '@parley/ai';
import { holdsName, maybeNames } from './code-names';

/** Recognises names of the repository's own files among prose words; given candidates, answers those. */
export type KnownNames = (candidates: readonly string[]) => Promise<ReadonlySet<string>>;

/** Blocks of code, whichever way they are marked. */
const BLOCKS = [
  /```[^]*?(?:```|$)/g,
  /~~~[^]*?(?:~~~|$)/g,
  /<(pre|code|script|style)\b[^]*?(?:<\/\1\s*>|$)/gi,
  /^(?: {4}|\t).*$/gm,
];

/** Parts of a sentence that are no prose. */
const TRACES: readonly RegExp[] = [
  // Inline code, and the rest of a block.
  /`|~~~/,
  // A call: a word with a bracket at once. `file(s)` is prose.
  /[\p{L}_$][\p{L}\p{N}_$]{0,100}\((?!(?:s|es|n|en|e|r|er|in|innen|nen)\))/u,
  // Operators and punctuation of code.
  /=>|->|::|==|!=|&&|\|\||<\/|[{};]\s*$|[{}]|\w\s*=\s*\S|@\p{L}|^\s*(?:#include|import\s+\S+\s+from|from\s+\S+\s+import|return\s)/u,
  // An address: with a scheme, of mail, of a machine.
  /\b[a-z][a-z\d+.-]*:\/\/|\bwww\.|\S@\S|\blocalhost\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|\[(?=[\da-f]*:)[\da-f:]*\]|\b[\p{L}][\p{L}\p{N}.-]*:\d{2,5}\b/iu,
  // A path from a root, a home or a drive, with two separators, or with backslashes; a file that begins with a dot.
  /(?:^|[\s("'])(?:~|\.{1,2})?\/[\p{L}\p{N}._-]+|[\p{L}\p{N}._-]\/[\p{L}\p{N}._-]+\/|\\[\p{L}\p{N}]|\b[A-Z]:\\|(?:^|[\s("'])\.[\p{L}][\p{L}\p{N}_-]*/u,
  // A well-known file without an extension.
  /\b(?:Dockerfile|Makefile|Rakefile|Gemfile|Procfile|Jenkinsfile|Vagrantfile|CMakeLists|README|CODEOWNERS)\b/,
  // The place of a secret.
  /\[redacted\]/i,
];

/** A dotted member or a file's name: letters on both sides of a dot without a blank. */
const DOTTED = /(?<![\p{L}\p{N}_$-])[\p{L}\p{N}_$-]*[\p{L}_$]\.[\p{L}_$][\p{L}\p{N}_$-]*/gu;
/** Dots of prose. */
const ABBREVIATION = /^(?:[a-z]\.[a-z]|[A-Z]\.[A-Z]|z\.B|d\.h|u\.a|o\.ä|i\.d|p\.ex|Ph\.D)$/;

/** One separator between two words is prose (`and/or`) unless the repository has such a path. */
const PAIR = /(?<![\p{L}\p{N}._-])[\p{L}\p{N}._-]+\/[\p{L}\p{N}._-]+/gu;
const HYPHENATED = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu;

/** Characters that are not seen, with which a name could be hidden from this filter. */
const INVISIBLE = /[\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu;

const isRevealing = (sentence: string): boolean =>
  TRACES.some((trace) => trace.test(sentence)) ||
  (sentence.match(DOTTED) ?? []).some((found) => !ABBREVIATION.test(found)) ||
  holdsName(sentence);

const findCandidates = (sentence: string): string[] => [
  ...maybeNames(sentence.replace(/^[\s"'([]*[\p{L}\p{N}]+/u, '')),
  ...(sentence.match(PAIR) ?? []),
  ...(sentence.match(HYPHENATED) ?? []),
];

/** Takes marks of lists and emphasis out, which are not prose. */
const plain = (text: string): string =>
  text
    .replace(/^[^\S\n\r\u2028\u2029]*(?:[-*+•]|\d+[.)])\s+/gm, '')
    .replace(/^#+\s+/gm, '')
    .replace(/(\*\*|__|\*)(?=\S)([^*_\n]+?)(?<=\S)\1/g, '$2');

/**
 * The parts of a text that may be said about code: whole sentences of prose. Left out are blocks of code, and each sentence with
 * inline code, an identifier, a call, a dotted member, a file's name, a path, an address or a secret. `redact` finds secrets;
 * `knownNames` finds names of the repositories' files.
 */
export const filterProse = async (
  text: string,
  { redact, knownNames }: { redact(text: string): string; knownNames: KnownNames },
): Promise<string> => {
  const visible = text.normalize('NFKC').replace(INVISIBLE, '');
  const prose = BLOCKS.reduce((rest, block) => rest.replace(block, '\n\n'), visible);
  const paragraphs = plain(prose)
    .split(/\n+/)
    .map((line) =>
      splitSentences(line).filter((sentence) => /\p{L}/u.test(sentence) && redact(sentence) === sentence),
    )
    .map((sentences) => sentences.filter((sentence) => !isRevealing(sentence)));
  const candidates = [...new Set(paragraphs.flat().flatMap(findCandidates))];
  const known = candidates.length > 0 ? await knownNames(candidates) : new Set<string>();
  return paragraphs
    .map((sentences) =>
      sentences.filter((sentence) => !findCandidates(sentence).some((name) => known.has(name))),
    )
    .filter((sentences) => sentences.length > 0)
    .map((sentences) => sentences.join(' ').trim())
    .join('\n');
};
