import { cutPieces, rarest } from './rare-pieces';

describe('cutPieces', () => {
  it.each([
    ['wozniak', ['wozniak']],
    ['ada love', ['ada ', ' love']],
    ['trov.123@example.com', ['trov.', '.123@', '@example.', '.com']],
    ['c 17', [' 17']],
    ['a-b', ['-b']],
    ['ab c', ['ab ', ' c']],
    ['ada ada ada', ['ada ', ' ada ', ' ada']],
    ['ольга 東京', ['ольга ', ' 東京']],
    ['हिन्दी भाषा', ['हिन्दी ', ' भाषा']],
    ['🦉🦉🦉', []],
    ['zz', []],
    ['x🦉y', ['🦉y']],
    ['100%_\\', ['100%']],
  ])('cuts "%s" where no trigram reaches across', (term, pieces) => {
    expect(cutPieces(term)).toEqual(pieces);
    for (const piece of pieces) expect(term).toContain(piece);
  });

  it('takes 24 characters of a long run', () => {
    expect(cutPieces(`_${'ä'.repeat(30)}_`)).toEqual([`_${'ä'.repeat(24)}`]);
    expect(cutPieces('🦉a'.repeat(2))).toEqual(['🦉a🦉', '🦉a']);
  });
});

describe('rarest', () => {
  const shares: Record<string, number> = { common: 1, half: 0.5, tenth: 0.1, few: 0.01, none: 0, nothing: 0 };
  const choose = (...pieces: string[]): string[] => rarest(pieces, (piece) => shares[piece] ?? 1);

  it('takes one piece that 1 % of the contacts have, or fewer', () => {
    expect(choose('common', 'tenth', 'few')).toEqual(['few']);
    expect(choose('none', 'few', 'nothing')).toEqual(['nothing']);
  });

  it('takes more until 1 % have them all', () => {
    expect(choose('half', 'tenth', 'common')).toEqual(['tenth', 'half', 'common']);
    expect(choose('common')).toEqual(['common']);
  });

  it('takes 4 at most', () => {
    expect(choose('common', 'a', 'b', 'c', 'd')).toHaveLength(4);
  });
});
