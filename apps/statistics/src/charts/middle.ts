/** Durations in a bucket, and their sum. */
export interface Bucket {
  bucket: number;
  count: number;
  total: number;
}

/** Buckets in order, none empty. */
export type Buckets = Bucket[];

/** Where the two middle ranks are: the first and the last bucket that hold them, how many durations of these to pass over, and to take. */
export interface Middle {
  low: number;
  high: number;
  skip: number;
  take: number;
}

/** Where the middle of durations is; undefined without any. */
export const findMiddle = (buckets: readonly Bucket[], count: number): Middle | undefined => {
  const [lowRank, highRank] = [Math.floor((count - 1) / 2), Math.floor(count / 2)];
  let before = 0;
  let start: { bucket: number; before: number } | undefined;
  for (const { bucket, count: size } of buckets) {
    if (!start && lowRank < before + size) start = { bucket, before };
    if (start && highRank < before + size)
      return { low: start.bucket, high: bucket, skip: lowRank - start.before, take: highRank - lowRank + 1 };
    before += size;
  }
  return undefined;
};
