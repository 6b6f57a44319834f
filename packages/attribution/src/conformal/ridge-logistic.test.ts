import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choleskySolve } from "./cholesky-solve.ts";
import { seededRandom } from "./index.ts";
import { ridgeLogistic } from "./ridge-logistic.ts";

describe("choleskySolve", () => {
  it("solves any positive definite system", () => {
    const entry = fc.double({ min: -3, max: 3, noNaN: true });
    const square = fc
      .integer({ min: 1, max: 6 })
      .chain((d) =>
        fc.tuple(
          fc.array(fc.array(entry, { minLength: d, maxLength: d }), { minLength: d, maxLength: d }),
          fc.array(entry, { minLength: d, maxLength: d }),
        ),
      );
    fc.assert(
      fc.property(square, ([root, expected]) => {
        // root root' + I
        const matrix = root.map((row, i) =>
          root.map((other, j) =>
            row.reduce((sum, value, k) => sum + value * (other[k] ?? 0), i === j ? 1 : 0),
          ),
        );
        const right = matrix.map((row) => row.reduce((sum, value, k) => sum + value * (expected[k] ?? 0), 0));
        for (const [index, value] of choleskySolve(matrix, right).entries()) {
          expect(value).toBeCloseTo(expected[index] ?? Number.NaN, 6);
        }
      }),
    );
  });

  it("refuses a matrix that is not positive definite", () => {
    expect(() =>
      choleskySolve(
        [
          [1, 2],
          [2, 1],
        ],
        [1, 1],
      ),
    ).toThrow("Expected a positive definite matrix");
  });
});

describe("ridgeLogistic", () => {
  it("ends where the gradient of the penalised likelihood is 0", () => {
    const random = seededRandom(4);
    const features = Array.from({ length: 80 }, () => [random() - 0.5, random() - 0.5, random() - 0.5]);
    const isOne = features.map(([a = 0, b = 0]) => random() < 1 / (1 + Math.exp(-3 * a + b)));
    const { intercept, coefficients } = ridgeLogistic(features, isOne, 2);
    const residuals = features.map((row, index) => {
      const logit = row.reduce((sum, value, k) => sum + value * (coefficients[k] ?? 0), intercept);
      return 1 / (1 + Math.exp(-logit)) - (isOne[index] ? 1 : 0);
    });
    expect(residuals.reduce((a, b) => a + b, 0)).toBeCloseTo(0, 5);
    for (const [k, coefficient] of coefficients.entries()) {
      const slope = features.reduce((sum, row, index) => sum + (row[k] ?? 0) * (residuals[index] ?? 0), 0);
      expect(slope + 2 * coefficient).toBeCloseTo(0, 5);
    }
  });

  it("finds the log ratio of two normal densities, which is linear", () => {
    const random = seededRandom(6);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const rows = Array.from({ length: 20_000 }, (_, index) => [normal() + (index % 2)]);
    const { intercept, coefficients } = ridgeLogistic(
      rows,
      rows.map((_, index) => index % 2 === 1),
      1,
    );
    expect(coefficients[0]).toBeCloseTo(1, 1);
    expect(intercept).toBeCloseTo(-0.5, 1);
  });

  it("stays finite where a feature tells the classes apart for certain, or never changes", () => {
    const { intercept, coefficients } = ridgeLogistic(
      [
        [-1, 0],
        [-2, 0],
        [1, 0],
        [2, 0],
      ],
      [false, false, true, true],
      0.01,
    );
    expect([intercept, ...coefficients].every(Number.isFinite)).toBe(true);
    expect(coefficients[1]).toBe(0);
  });
});
