import { type RichText, toHtml } from '@parley/rich-text';
import type { Section } from '../documents';
import { sectionsOfCues } from './cues';
import { sectionsOfHtml } from './html';
import { sectionsOfText } from './plain';

/** The sections of a text in some format, or of a rich-text document. */
export const readSections = (content: unknown, format: string): Section[] => {
  if (typeof content !== 'string') return sectionsOfHtml(toHtml(content as RichText));
  if (format === 'html') return sectionsOfHtml(content);
  if (format === 'vtt' || format === 'srt') return sectionsOfCues(content);
  return sectionsOfText(content);
};
