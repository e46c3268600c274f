import { sectionsOfCues } from './cues';

const sentence = 'The warranty of the blue machine covers two years of use at home.';

describe('sectionsOfCues', () => {
  it('says of each part of a long transcript when it begins', () => {
    const clock = (at: number): string => new Date(at * 1_000).toISOString().slice(11, 23);
    const cues = Array.from(
      { length: 600 },
      (_, nth) => `${clock(nth * 6)} --> ${clock(nth * 6 + 5)}\n${nth} ${sentence}`,
    );
    for (const gap of ['\n\n', '\n', '\r\n']) {
      const sections = sectionsOfCues(`WEBVTT\n\n${cues.join(gap)}`);
      expect(sections.length).toBeGreaterThan(50);
      for (const { text, start } of sections) expect(start).toBe(Number(/^\d+/.exec(text)?.[0]) * 6);
    }
  });

  it('leaves out the numbers of SubRip, with empty lines between its cues or without', () => {
    for (const gap of ['\n\n', '\n'])
      expect(
        sectionsOfCues(
          ['1\n00:00:01,000 --> 00:00:02,000\nOne', '2\n00:00:03,000 --> 00:00:04,000\nTwo'].join(gap),
        ),
      ).toEqual([{ text: 'One Two', start: 1 }]);
  });

  it('spreads the text of one long cue over its time', () => {
    const said = Array.from({ length: 200 }, (_, nth) => `${nth} ${sentence}`).join(' ');
    const sections = sectionsOfCues(`00:01.000 --> 33:21.000\n${said}`);
    expect(sections[0]?.start).toBe(1);
    for (const { text, start = 0 } of sections) {
      const nth = Number(/^\d+/.exec(text)?.[0]);
      expect(Math.abs(start - 1 - nth * 10)).toBeLessThan(30);
    }
    expect(sections.map(({ text }) => text).join(' ')).toBe(said);
  });

  it('keeps one second where a long cue has no end, and reads minutes beyond an hour', () => {
    const letters = 'x'.repeat(2_000);
    const sections = sectionsOfCues(`100:05.000 -->\n${letters}`);
    expect(sections.map(({ start }) => start)).toEqual([6_005, 6_005, 6_005, 6_005]);
    expect(sections.map(({ text }) => text).join('')).toBe(letters);
  });
});
