import {
  cosineOfBytes,
  differingBits,
  dot,
  fromSignedBytes,
  mostDifferingBits,
  packSignature,
  SIGNATURE_BITS,
  computeSignature,
  toSignedBytes,
  toUnit,
} from './vectors';

const DIMENSIONS = 300;

/** Numbers by chance that are the same in every run. */
const chance = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648 - 0.5;
  };
};
const vector = (seed: number): Float32Array => {
  const next = chance(seed);
  return toUnit(Float32Array.from({ length: DIMENSIONS }, () => next() + next() + next()));
};
/** A vector at so much of `a` and the rest of something else. */
const near = (a: Float32Array, b: Float32Array, cosine: number): Float32Array => {
  const across = toUnit(b.map((value, index) => value - dot(a, b) * (a[index] as number)));
  const rest = Math.sqrt(1 - cosine * cosine);
  return a.map((value, index) => cosine * value + rest * (across[index] as number));
};
const bits = (a: Float32Array, b: Float32Array): number =>
  differingBits(packSignature(computeSignature(a)), packSignature(computeSignature(b)));

describe('vectors', () => {
  it('keep their cosines, but for a percent, as signed bytes', () => {
    for (const cosine of [1, 0.8, 0.3, 0, -0.5]) {
      const bytes = toSignedBytes(near(vector(1), vector(2), cosine));
      expect(bytes).toHaveLength(DIMENSIONS);
      expect(Math.abs(cosineOfBytes(vector(1), bytes) - cosine)).toBeLessThan(0.01);
    }
    expect(dot(fromSignedBytes(toSignedBytes(vector(1))), vector(1))).toBeCloseTo(1, 3);
    expect(cosineOfBytes(vector(1), toSignedBytes(new Float32Array(DIMENSIONS)))).toBe(0);
    expect(cosineOfBytes(vector(1), Buffer.alloc(4))).toBe(0);
  });

  it('have unit length, or none', () => {
    expect(dot(vector(2), vector(2))).toBeCloseTo(1, 5);
    expect(toUnit(new Float32Array(3))).toEqual(new Float32Array(3));
    expect(toUnit(Float32Array.of(Infinity, 1))).toEqual(new Float32Array(2));
  });
});

describe('signatures', () => {
  it('have 1,024 bits and are packed without loss', () => {
    const signature = computeSignature(vector(3));
    expect(signature).toMatch(/^[01]{1024}$/);
    const unpacked = Array.from(packSignature(signature), (word) =>
      (word >>> 0).toString(2).padStart(32, '0'),
    ).join('');
    expect(unpacked).toBe(signature);
  });

  it('differ in the share of bits that the angle has of 180°', () => {
    for (const cosine of [1, 0.9, 0.5, 0.2, 0, -1]) {
      const a = vector(4);
      const expected = (Math.acos(cosine) / Math.PI) * SIGNATURE_BITS;
      expect(Math.abs(bits(a, near(a, vector(5), cosine)) - expected)).toBeLessThan(80);
    }
  });

  it('never exclude what is at least as alike as asked for', () => {
    for (let seed = 10; seed < 210; seed += 1) {
      const a = vector(seed);
      expect(bits(a, near(a, vector(seed + 1_000), 0.6))).toBeLessThanOrEqual(mostDifferingBits(0.6));
    }
  });

  it('exclude nearly all that has nothing in common', () => {
    const limit = mostDifferingBits(0.5);
    const passed = Array.from({ length: 200 }, (_, index) => bits(vector(index + 1), vector(index + 5_000)));
    expect(passed.filter((differing) => differing <= limit)).toEqual([]);
  });
});
