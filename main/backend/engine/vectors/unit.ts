/** Scale of a packed number. */
const STEPS = 32_767;

/** @returns the numbers brought to length 1; zeros stay zeros */
export function normalise(numbers: ArrayLike<number>): Float32Array {
  let squares = 0;
  for (let at = 0; at < numbers.length; at++) squares += (numbers[at] ?? 0) ** 2;
  const length = Math.sqrt(squares);
  const unit = new Float32Array(numbers.length);
  if (length > 0) for (let at = 0; at < numbers.length; at++) unit[at] = (numbers[at] ?? 0) / length;
  return unit;
}

/** @returns a unit vector at half its size; a number is off by 0.000016 at most */
export function pack(vector: Float32Array): Int16Array {
  return Int16Array.from(vector, (value) => Math.round(Math.max(-1, Math.min(1, value)) * STEPS));
}

/** @returns the unit vector that was packed */
export function unpack(packed: Int16Array): Float32Array {
  return normalise(packed);
}

/** @returns the product of two vectors of equal length, which is their cosine when they have unit length */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
