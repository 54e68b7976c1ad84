/** Weights of the numbers of a vector, and what is added. `loss` is the penalised loss they were found at. */
type LogisticModel = { readonly weights: Float64Array; readonly intercept: number; readonly loss: number };

type LogisticOptions = {
  /** Weight of the data against the penalty, as scikit-learn's `C`. */
  readonly c: number;
  /** Ends once no part of the gradient is larger. */
  readonly tolerance: number;
  readonly maxIterations: number;
};

/** Steps that the approximation of the curvature looks back on. */
const MEMORY = 10;

/**
 * Logistic regression with an L2 penalty on the weights, not on the intercept: the minimum of
 * `|w|^2 / 2 + c * sum(log(1 + exp(-y (w x + b))))`, found from zero by L-BFGS, so that the same data give the same model.
 *
 * @param labels 1 and 0, one a vector
 * @see D. C. Liu and J. Nocedal, "On the limited memory BFGS method for large scale optimization", 1989
 */
export function fitLogistic(
  vectors: readonly ArrayLike<number>[],
  labels: ArrayLike<number>,
  { c, tolerance, maxIterations }: LogisticOptions,
): LogisticModel {
  const size = vectors[0]?.length ?? 0;
  const objective = createObjective(vectors, labels, c, size);
  let point = new Float64Array(size + 1);
  let gradient = new Float64Array(size + 1);
  let loss = objective(point, gradient);
  const steps: Step[] = [];
  for (let round = 0; round < maxIterations && largest(gradient) > tolerance; round += 1) {
    const direction = descent(gradient, steps);
    const next = search(objective, { point, gradient, loss }, direction, steps.length === 0);
    if (next === null) break;
    const moved = minus(next.point, point);
    const turned = minus(next.gradient, gradient);
    const curvature = dot(moved, turned);
    if (curvature > 0) steps.push({ moved, turned, curvature });
    if (steps.length > MEMORY) steps.shift();
    ({ point, gradient, loss } = next);
  }
  return { weights: point.slice(0, size), intercept: point[size] ?? 0, loss };
}

/** @returns the log-odds of a vector */
export function logOdds({ weights, intercept }: LogisticModel, vector: ArrayLike<number>): number {
  let sum = intercept;
  for (let at = 0; at < weights.length; at += 1) sum += (weights[at] ?? 0) * (vector[at] ?? 0);
  return sum;
}

type Objective = (point: Float64Array, gradient: Float64Array) => number;
type Place = {
  readonly point: Float64Array<ArrayBuffer>;
  readonly gradient: Float64Array<ArrayBuffer>;
  readonly loss: number;
};
type Step = { readonly moved: Float64Array; readonly turned: Float64Array; readonly curvature: number };

/** @returns a function that answers with the loss at a point and writes its gradient; the intercept is the last number */
function createObjective(
  vectors: readonly ArrayLike<number>[],
  labels: ArrayLike<number>,
  c: number,
  size: number,
): Objective {
  return (point, gradient) => {
    let loss = 0;
    for (let at = 0; at < size; at += 1) {
      const weight = point[at] ?? 0;
      gradient[at] = weight;
      loss += (weight * weight) / 2;
    }
    let ofIntercept = 0;
    for (const [row, vector] of vectors.entries()) {
      let z = point[size] ?? 0;
      for (let at = 0; at < size; at += 1) z += (point[at] ?? 0) * (vector[at] ?? 0);
      const label = labels[row] ?? 0;
      const signed = label === 1 ? z : -z;
      // log(1 + exp(-x)) without overflow.
      loss += c * (signed > 0 ? Math.log1p(Math.exp(-signed)) : Math.log1p(Math.exp(signed)) - signed);
      const pull = c * (1 / (1 + Math.exp(-z)) - label);
      ofIntercept += pull;
      for (let at = 0; at < size; at += 1) gradient[at] = (gradient[at] ?? 0) + pull * (vector[at] ?? 0);
    }
    gradient[size] = ofIntercept;
    return loss;
  };
}

/** The two-loop recursion: minus the gradient through the approximate inverse of the curvature. */
function descent(gradient: Float64Array, steps: readonly Step[]): Float64Array {
  const direction = gradient.map((part) => -part);
  const shares = new Map<Step, number>();
  for (const step of steps.toReversed()) {
    const share = dot(step.moved, direction) / step.curvature;
    shares.set(step, share);
    add(direction, step.turned, -share);
  }
  const last = steps.at(-1);
  if (last !== undefined) scale(direction, last.curvature / dot(last.turned, last.turned));
  for (const step of steps) {
    const share = dot(step.turned, direction) / step.curvature;
    add(direction, step.moved, (shares.get(step) ?? 0) - share);
  }
  return direction;
}

/** Halves the step until the loss falls enough (Armijo); null once no step makes it fall, which is as exact as numbers are. */
function search(objective: Objective, from: Place, direction: Float64Array, isFirst: boolean): Place | null {
  const slope = dot(from.gradient, direction);
  if (slope >= 0) return null;
  let length = isFirst ? Math.min(1, 1 / largest(direction)) : 1;
  for (let halvings = 0; halvings < 60; halvings += 1) {
    const point = from.point.map((part, at) => part + length * (direction[at] ?? 0));
    const gradient = new Float64Array(point.length);
    const loss = objective(point, gradient);
    if (loss <= from.loss + 1e-4 * length * slope) return { point, gradient, loss };
    length /= 2;
  }
  return null;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function add(into: Float64Array, other: Float64Array, times: number): void {
  for (let at = 0; at < into.length; at += 1) into[at] = (into[at] ?? 0) + times * (other[at] ?? 0);
}

function scale(into: Float64Array, times: number): void {
  for (let at = 0; at < into.length; at += 1) into[at] = (into[at] ?? 0) * times;
}

function minus(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((part, at) => part - (b[at] ?? 0));
}

function largest(numbers: Float64Array): number {
  let most = 0;
  for (const number of numbers) most = Math.max(most, Math.abs(number));
  return most;
}
