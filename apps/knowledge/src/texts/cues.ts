import type { Section } from '../documents';

const time = String.raw`(?:(\d+):)?(\d{1,3}):(\d{2})[.,]\d{3}`;
const times = new RegExp(String.raw`^\s*${time}\s*-->(?:\s*${time})?`);
const tags = /<[^<>]*>|\{\\[^{}]*\}/g;
const block = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/;
/** Characters from which on spoken text goes on in another section: a link leads to where one begins. */
const SECTION_CHARACTERS = 600;
/** Seconds from which on it does too, so that a link leads near to the spoken words. */
const SECTION_SECONDS = 45;
/** Pieces of a long text: up to the end of a sentence, else of a word. */
const pieces = /.{1,600}[.!?。！？](?=\s|$)|.{1,600}(?:\s|$)|\S{600}/gsu;

interface Cue {
  /** Seconds. */
  start: number;
  text: string;
}

const toSeconds = ([hours = '0', minutes = '0', seconds = '0']: readonly string[]): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);

const spoken = (lines: readonly string[]): string =>
  lines
    .join(' ')
    .replaceAll(tags, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A long cue as several, each from the second at which it is about to be said. */
const spread = (text: string, start: number, end: number): Cue[] => {
  if (text.length <= SECTION_CHARACTERS) return text === '' ? [] : [{ start, text }];
  const pace = Math.max(0, end - start) / text.length;
  return Array.from(text.matchAll(pieces), ({ 0: piece, index }) => ({
    start: start + Math.floor(pace * index),
    text: piece.trim(),
  })).filter((cue) => cue.text !== '');
};

/** The cues of a part between empty lines; one that has several has lost the empty lines between them. */
const cuesOfPart = (part: string): Cue[] => {
  const lines = part.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const first = lines.findIndex((line) => times.test(line));
  if (first < 0 || (block.test(lines[0] ?? '') && first > 1)) return [];
  const cues: { start: number; end: number; lines: string[] }[] = [];
  for (const line of lines.slice(first)) {
    const found = times.exec(line);
    const last = cues.at(-1);
    if (found) {
      // The number of the next cue is not said.
      if (/^\s*\d+\s*$/.test(last?.lines.at(-1) ?? '')) last?.lines.pop();
      cues.push({ start: toSeconds(found.slice(1, 4)), end: toSeconds(found.slice(4, 7)), lines: [] });
    } else last?.lines.push(line);
  }
  return cues.flatMap(({ start, end, lines: said }) => spread(spoken(said), start, end));
};

const readCues = (transcript: string): Cue[] =>
  transcript
    .replace(/^\ufeff/, '')
    .split(/(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)/)
    .flatMap(cuesOfPart);

/** The spoken text of a transcript in WebVTT or SubRip, in sections that say when they begin; no numbers, times or tags. */
export const sectionsOfCues = (transcript: string): Section[] => {
  const sections: (Section & { start: number })[] = [];
  for (const { start, text } of readCues(transcript)) {
    const last = sections.at(-1);
    const isFull =
      !last || last.text.length + text.length > SECTION_CHARACTERS || start - last.start > SECTION_SECONDS;
    if (isFull) sections.push({ text, start });
    // A rolling cue repeats the words before.
    else if (!last.text.endsWith(text)) last.text += ` ${text}`;
  }
  return sections;
};
