import type { Sql } from '@parley/persistence';
import { sampleShares } from './piece-share.store';

/** A share of the contacts, few enough to be read one by one. */
const FEW = 0.01;
/** Most characters of a piece: the index looks up every three of them. */
const MAX_CHARACTERS = 24;
/** Most pieces by which one term is looked up. */
const MAX_PIECES = 4;

/** The pieces by which the trigram index finds a term. A text with the term has each of them. */
export type CutPieces = (term: string) => readonly string[];

/**
 * A term's runs of letters, their marks and digits, each with what separates it from the next: of these the index has trigrams. A
 * term without such a run has no piece, and would make the index read all of itself.
 */
export const cutPieces = (term: string): string[] => {
  const pieces = [...term.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].flatMap(({ 0: run, index }) => {
    const characters = [...run];
    const before = [...term.slice(0, index)].at(-1) ?? '';
    const whole = characters.length < MAX_CHARACTERS;
    const after = whole ? ([...term.slice(index + run.length)][0] ?? '') : '';
    // The beginning of a word is a trigram also of one letter, its end of two.
    const shortest = before ? 1 : after ? 2 : 3;
    return characters.length < shortest ? [] : before + characters.slice(0, MAX_CHARACTERS).join('') + after;
  });
  return [...new Set(pieces)];
};

/** The rarest pieces, as many as it takes until few contacts have them all, were each independent of the others. */
export const rarest = (pieces: readonly string[], findShare: (piece: string) => number): string[] => {
  const byShare = [...pieces].sort(
    (one, other) => findShare(one) - findShare(other) || other.length - one.length,
  );
  const taken: string[] = [];
  let share = 1;
  for (const piece of byShare.slice(0, MAX_PIECES)) {
    if (share <= FEW) break;
    taken.push(piece);
    share *= findShare(piece);
  }
  return taken;
};

/**
 * Chooses pieces of terms, of which one or all are wanted, by how common they are among the newest contacts of a project. The index
 * intersects its rows for every trigram of a term: for an address it would read all contacts of a common domain to find one person.
 * Of terms that are all wanted some may get no piece.
 */
export const choosePieces = async (
  sql: Sql,
  projectId: string,
  terms: readonly string[],
  { anyWord }: { anyWord: boolean },
): Promise<CutPieces> => {
  const pieces = new Set(terms.flatMap(cutPieces));
  const shares =
    pieces.size > 1 ? await sampleShares(sql, projectId, [...pieces]) : new Map<string, number>();
  const choose = (some: Iterable<string>): string[] => rarest([...some], (piece) => shares.get(piece) ?? 0);
  if (anyWord) return (term) => choose(cutPieces(term));
  const chosen = new Set(choose(pieces));
  return (term) => cutPieces(term).filter((piece) => chosen.has(piece));
};
