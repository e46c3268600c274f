/** Most different emojis on one message. */
export const MAX_EMOJIS = 50;
/** Most reactions on one message. */
export const MAX_REACTIONS = 1_000;

// Built at run time, because the compiler's target knows no set notation; the engine's Unicode tables define one emoji, with skin
// tones, joined ones, flags and key caps.
const oneEmoji = new RegExp('^\\p{RGI_Emoji}$', 'v');
/** Asks for the colourful form of a character that has a plain one too. */
const COLOURFUL = '\ufe0f';

/** The text as one emoji in the form that all keyboards agree on; undefined when it is none. */
export const readEmoji = (text: string): string | undefined =>
  [text, text + COLOURFUL].find((candidate) => oneEmoji.test(candidate));
