/**
 * Measures cases one after the other and yields the rows of each as soon as it is measured.
 *
 * A case that fails is a row that says why, and the others are measured all the same.
 *
 * @typedef {{ group: string, name: string, unit: string, better: string }} About
 * @param {Iterable<{ about: About, measure: () => Promise<readonly object[]> }>} cases
 */
export async function* measureCases(cases) {
  for (const { about, measure } of cases) {
    try {
      yield await measure();
    } catch (error) {
      yield [failedRow(about, error)];
    }
  }
}

/** The row of a case that failed: no figure, and the first line of the error. */
function failedRow({ group, name, unit, better }, error) {
  const [failure] = String(error?.message ?? error).split('\n');
  return { group, name, unit, better, ratio: Number.NaN, low: Number.NaN, high: Number.NaN, failure };
}
