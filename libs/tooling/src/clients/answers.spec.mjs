import { judgeAnswers } from './answers.mjs';

describe('the answers to generated requests', () => {
  it('are summed up', () => {
    expect(judgeAnswers({ 200: 500, 204: 20, 404: 460, 429: 20 })).toBe(
      '1000 answers, 520 of them 2xx and 20 of them 429',
    );
  });

  it('say nothing when more than 2 % of them are 429', () => {
    expect(() => judgeAnswers({ 200: 979, 429: 21 })).toThrow(/^21 of 1000 answers were 429/);
    expect(() => judgeAnswers({ 429: 30_000 })).toThrow(/^30000 of 30000 answers were 429/);
  });

  it('say nothing when they are fewer than 100', () => {
    expect(judgeAnswers({ 200: 100 })).toMatch(/^100 answers/);
    expect(() => judgeAnswers({ 200: 99 })).toThrow(/^99 answers are too few/);
    expect(() => judgeAnswers({})).toThrow(/^0 answers are too few/);
  });
});
