/** Channels of a colour, 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

/** The least contrast of text to its background (WCAG 2, level AA). */
const READABLE = 4.5;
const STEPS = 50;

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

const toRgb = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const toHex = (rgb: Rgb): string =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

const luminance = (rgb: Rgb): number => {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const computeContrast = (one: Rgb, other: Rgb): number => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

/** The contrast of two colours `#rrggbb`, 1 to 21. */
export const contrast = (one: string, other: string): number => computeContrast(toRgb(one), toRgb(other));

const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((channel, index) => channel + ((to[index] ?? 0) - channel) * share) as unknown as Rgb;

/** A colour with a share of another, 0 to 1. */
export const mixed = (from: string, to: string, share: number): string =>
  toHex(mix(toRgb(from), toRgb(to), share));

/**
 * The colour itself when it can be read on the backgrounds, else the nearest one that can: towards black or white, whichever is read
 * more easily on the first.
 */
export const readableOn = (color: string, ...backgrounds: readonly [string, ...string[]]): string => {
  const [start, end] = [toRgb(color), toRgb(textOn(backgrounds[0]))];
  for (let step = 0; step <= STEPS; step += 1) {
    const candidate = toHex(mix(start, end, step / STEPS));
    if (backgrounds.every((background) => isReadable(candidate, background))) return candidate;
  }
  return toHex(end);
};

/** Whether a text of a colour can be read on a background. */
export const isReadable = (color: string, background: string): boolean =>
  contrast(color, background) >= READABLE;

/** Black or white, whichever is read more easily on the colour. */
export const textOn = (color: string): string => {
  const behind = toRgb(color);
  return computeContrast(WHITE, behind) >= computeContrast(BLACK, behind) ? '#ffffff' : '#000000';
};
