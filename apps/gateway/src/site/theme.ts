import { isReadable, mixed, readableOn, textOn } from './color';
import { fontStacks, type Look } from './look';

const DEFAULT_COLOR = '#2457c5';

/** Colours of a page by day or by night. */
interface Palette {
  paper: string;
  ink: string;
  muted: string;
  line: string;
  /** Of boxes on the paper. */
  quiet: string;
}

const DAY: Palette = {
  paper: '#ffffff',
  ink: '#1c2128',
  muted: '#57606a',
  line: '#d0d7de',
  quiet: '#f3f5f7',
};
const NIGHT: Palette = {
  paper: '#16191d',
  ink: '#e6e9ec',
  muted: '#a3adb8',
  line: '#3a424b',
  quiet: '#21262d',
};

const DEFAULT_RADIUS = 10;

/**
 * The custom properties of a help center's style sheet. Every text can be read on its background, whatever colours were chosen. In the
 * mode `system` the chosen background and text hold by day.
 */
export const themeProperties = ({ color: accent = DEFAULT_COLOR, theme = {} }: Look): string => {
  const { mode = 'system', link = accent, radius = DEFAULT_RADIUS, font = 'system' } = theme;
  const palette = mode === 'dark' ? NIGHT : DAY;
  const chosen = theme.background || theme.text ? choosePalette(palette, theme) : palette;
  const common = [
    `color-scheme:${mode === 'system' ? 'light dark' : mode}`,
    `--radius:${radius}px`,
    `--font:${fontStacks[font]}`,
    `--accent:${accent}`,
    `--on-accent:${textOn(accent)}`,
  ];
  const day = `:root{${[...common, ...properties(chosen, link)].join(';')}}`;
  if (mode !== 'system') return day;
  return `${day}\n@media (prefers-color-scheme:dark){:root{${properties(NIGHT, link).join(';')}}}`;
};

const properties = (palette: Palette, link: string): string[] => [
  ...Object.entries(palette).map(([name, value]: [string, string]) => `--${name}:${value}`),
  `--link:${readableOn(link, palette.paper, palette.quiet)}`,
];

/** How much of the text's colour is in that of boxes, lines and quiet texts. */
const QUIET = 0.05;
const LINE = 0.18;
const MUTED = 0.7;

const choosePalette = (
  { paper, ink }: Palette,
  { background = paper, text = ink }: NonNullable<Look['theme']>,
): Palette => {
  const box = mixed(background, readableOn(text, background), QUIET);
  const quiet = isReadable(textOn(background), box) ? box : background;
  const readable = readableOn(text, background, quiet);
  return {
    paper: background,
    ink: readable,
    muted: readableOn(mixed(background, readable, MUTED), background, quiet),
    line: mixed(background, readable, LINE),
    quiet,
  };
};
