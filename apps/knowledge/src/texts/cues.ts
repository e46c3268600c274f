import { type Section } from '../documents/document';

const times = /^\s*(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{3})\s*-->/;
const tags = /<[^<>]*>|\{\\[^{}]*\}/g;
const block = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/;
/** Characters from which on spoken text goes on in another section: a link leads to where one begins. */
const SECTION_CHARACTERS = 600;

interface Cue {
  start: number;
  text: string;
}

const cuesOf = (transcript: string): Cue[] =>
  transcript
    .replace(/^\ufeff/, '')
    .split(/(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)/)
    .flatMap((part) => {
      const lines = part.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
      const at = lines.findIndex((line) => times.test(line));
      if (at < 0 || (block.test(lines[0] ?? '') && at > 1)) return [];
      const [, hours = '0', minutes = '0', seconds = '0'] = times.exec(lines[at] ?? '') ?? [];
      const text = lines
        .slice(at + 1)
        .join(' ')
        .replaceAll(tags, '')
        .replaceAll('&nbsp;', ' ')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&')
        .replaceAll(/\s+/g, ' ')
        .trim();
      return text === ''
        ? []
        : [{ start: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), text }];
    });

/** The spoken text of a transcript in WebVTT or SubRip, in sections that say when they begin; no numbers, times or tags. */
export const sectionsOfCues = (transcript: string): Section[] => {
  const sections: (Section & { start: number })[] = [];
  for (const { start, text } of cuesOf(transcript)) {
    const last = sections.at(-1);
    if (!last || last.text.length + text.length > SECTION_CHARACTERS) sections.push({ text, start });
    // A cue that rolls up repeats what was said.
    else if (!last.text.endsWith(text)) last.text += ` ${text}`;
  }
  return sections;
};
