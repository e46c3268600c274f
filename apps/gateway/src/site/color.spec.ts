import { contrast, readableOn, textOn } from './color';

const colors = [
  '#000000',
  '#ffffff',
  '#777777',
  '#ffe600',
  '#2457c5',
  '#ff0000',
  '#7f7f7f',
  '#00ff88',
  '#0b3d2e',
];

it('knows the contrast of black on white: 21, and of a colour on itself: 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#2457c5', '#2457c5')).toBe(1);
});

it.each(colors)('text on %s, and %s as text by day and by night, has a contrast of at least 4.5', (color) => {
  expect(contrast(textOn(color), color)).toBeGreaterThanOrEqual(4.5);
  for (const background of ['#ffffff', '#f3f5f7', '#777777', '#16191d', '#21262d']) {
    expect(contrast(readableOn(color, background), background)).toBeGreaterThanOrEqual(4.5);
  }
});

it('leaves a colour alone that can be read', () => {
  expect(readableOn('#2457c5', '#ffffff')).toBe('#2457c5');
});
