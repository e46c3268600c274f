/** Length of a signature in bits. */
export const SIGNATURE_BITS = 1024;

/** The product of two vectors of one size; of unit vectors their cosine. */
export const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] as number) * (b[index] as number);
  return sum;
};

/** The vector with length 1; a vector without a direction stays zero. */
export const toUnit = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(dot(vector, vector));
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : vector.fill(0);
};

const MAX_BYTE = 127;

/** A vector as signed bytes, one per component: a quarter of the room, with its direction but for a percent. */
export const toSignedBytes = (vector: Float32Array): Buffer => {
  const most = vector.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 0);
  const bytes = Int8Array.from(vector, (value) => (most > 0 ? Math.round((value / most) * MAX_BYTE) : 0));
  return Buffer.from(bytes.buffer);
};

/** The vector, of length 1, of bytes that `toSignedBytes` made. */
export const fromSignedBytes = (bytes: Buffer): Float32Array =>
  toUnit(Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)));

/** The cosine of a vector and one that is kept as signed bytes; 0 when one has no direction or their sizes differ. */
export const cosineOfBytes = (vector: Float32Array, bytes: Buffer): number => {
  if (vector.length !== bytes.length) return 0;
  const kept = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  let [sum, squares, own] = [0, 0, 0];
  for (let index = 0; index < kept.length; index += 1) {
    const [one, other] = [vector[index] as number, kept[index] as number];
    sum += one * other;
    squares += other * other;
    own += one * one;
  }
  return squares > 0 && own > 0 ? Math.min(1, sum / Math.sqrt(squares * own)) : 0;
};

const planes = new Map<number, Int8Array>();

/** Normals of the hyperplanes for vectors of a size: the same signs in every process, by the generator xorshift32. */
const makePlanes = (size: number): Int8Array => {
  const known = planes.get(size);
  if (known) return known;
  const made = new Int8Array(SIGNATURE_BITS * size);
  let state = 0x9e3779b9;
  for (let index = 0; index < made.length; index += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    made[index] = state & 0x10000 ? 1 : -1;
  }
  planes.set(size, made);
  return made;
};

/**
 * On which side of each of 1,024 random hyperplanes a vector lies, as text of 0 and 1. The share of bits in which two
 * signatures differ is, but for chance, the angle between the vectors divided by 180°; so that a database finds the
 * nearest vectors roughly by counting bits, without reading the vectors.
 */
export const computeSignature = (vector: Float32Array): string => {
  const normals = makePlanes(vector.length);
  const sums = new Float64Array(SIGNATURE_BITS);
  const places = [...vector.keys()].filter((place) => vector[place] !== 0);
  // Four at a time, so that each sum is read and written once for four components; of the last four some may count nothing.
  for (let at = 0; at < places.length; at += 4) {
    const [a = 0, b = a, c = a, d = a] = places.slice(at, at + 4);
    const value = (more: number): number => vector[places[at + more] ?? -1] ?? 0;
    const [valueA, valueB, valueC, valueD] = [value(0), value(1), value(2), value(3)];
    const [atA, atB, atC, atD] = [
      a * SIGNATURE_BITS,
      b * SIGNATURE_BITS,
      c * SIGNATURE_BITS,
      d * SIGNATURE_BITS,
    ];
    for (let bit = 0; bit < SIGNATURE_BITS; bit += 1)
      sums[bit] =
        (sums[bit] as number) +
        valueA * (normals[atA + bit] as number) +
        valueB * (normals[atB + bit] as number) +
        valueC * (normals[atC + bit] as number) +
        valueD * (normals[atD + bit] as number);
  }
  return Array.from(sums, (sum) => (sum > 0 ? '1' : '0')).join('');
};

const WORD_BITS = 32;
const { imul } = Math;

/** A signature as 32 words, to be compared quickly. */
export const packSignature = (signature: string): Int32Array =>
  Int32Array.from({ length: SIGNATURE_BITS / WORD_BITS }, (_, word) =>
    Number.parseInt(signature.slice(word * WORD_BITS, (word + 1) * WORD_BITS), 2),
  );

const onesIn = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** In how many bits two packed signatures differ. */
export const differingBits = (a: Int32Array, b: Int32Array): number => {
  let bits = 0;
  for (let word = 0; word < a.length; word += 1) bits += onesIn((a[word] as number) ^ (b[word] as number));
  return bits;
};

/** Standard deviations of chance that are allowed for. */
const MARGIN = 5;

/** In how many bits the signatures of two vectors with at least this cosine differ at most, but for one in a million. */
export const mostDifferingBits = (cosine: number): number => {
  const share = Math.acos(Math.max(-1, Math.min(1, cosine))) / Math.PI;
  return SIGNATURE_BITS * share + MARGIN * Math.sqrt(SIGNATURE_BITS * share * (1 - share));
};
