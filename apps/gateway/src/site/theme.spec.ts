import { contrast } from './color';
import { readLook } from './look';
import { themeProperties } from './theme';

const propertiesOf = (helpcenter: Record<string, unknown>): Record<string, string>[] =>
  themeProperties(readLook({ helpcenter }))
    .split('\n')
    .map((rule) =>
      Object.fromEntries(
        [...rule.matchAll(/--?([a-z-]+):([^;{}]+)/g)].map(([, name, value]) => [name, value]),
      ),
    );

const COLORS = ['#000000', '#ffffff', '#777777', '#ffee00', '#0b5c4a', '#aa0000', '#dde6ff', '#101820'];

it('keeps every text readable on its background, whatever colours were chosen', () => {
  for (const background of COLORS)
    for (const text of COLORS)
      for (const link of COLORS)
        for (const mode of ['light', 'dark', 'system'])
          for (const found of propertiesOf({ color: link, theme: { background, text, link, mode } })) {
            const { paper = '', quiet = '', ink = '', muted = '', link: shown = '' } = found;
            for (const behind of [paper, quiet])
              for (const color of [ink, muted, shown])
                expect({
                  background,
                  text,
                  link,
                  behind,
                  color,
                  good: contrast(color, behind) >= 4.5,
                }).toEqual(expect.objectContaining({ good: true }));
          }
});

it('has two palettes in the mode system and one in the others; the chosen colours hold by day', () => {
  const theme = { background: '#fff8e7', text: '#222222' };
  const [day, night] = propertiesOf({ theme });
  expect([day?.['paper'], night?.['paper']]).toEqual(['#fff8e7', '#16191d']);
  expect(propertiesOf({ theme: { ...theme, mode: 'light' } })).toHaveLength(1);
  const [dark] = propertiesOf({ theme: { mode: 'dark' } });
  expect([dark?.['paper'], dark?.['scheme']]).toEqual(['#16191d', 'dark']);
});

it('writes fonts and radius, and nothing of a value that it does not know', () => {
  const [known] = propertiesOf({ theme: { font: 'serif', radius: 0 } });
  expect([known?.['font']?.startsWith('"Iowan Old Style"'), known?.['radius']]).toEqual([true, '0px']);
  const standard = themeProperties(readLook({ helpcenter: {} }));
  for (const theme of [
    'dark',
    null,
    { font: 'toString', radius: '1}body{display:none', mode: '}', background: 'red' },
  ])
    expect(themeProperties(readLook({ helpcenter: { theme } }))).toBe(standard);
});
