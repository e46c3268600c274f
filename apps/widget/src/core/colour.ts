const splitColour = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);

/** How light a colour is to the eye, from 0 to 1, as WCAG 2 defines it. */
const computeLuminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = splitColour(color).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Black or white, whichever is read better on a colour: its contrast is 4.5 to 1 on any. */
export const readableOn = (color: string): string => (computeLuminance(color) > 0.179 ? '#000' : '#fff');

/** The project's colour, when it is one. */
export const readColour = (color: string | undefined): string | undefined =>
  color !== undefined && /^#[\da-f]{6}$/i.test(color) ? color : undefined;
