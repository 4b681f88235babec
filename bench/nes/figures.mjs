/** The figures of replayed commits, with confidence intervals. */

/** The targets of a good engine; `noise` is better if it is lower. */
export const targets = { consistent: 0.83, location: 0.92, recall: 0.7, noise: 0.01 };

const isShown = (ask) => ask.isShown;
const isChance = ({ chances }) => chances >= 2;
const always = () => true;

/** Each figure is a share: of the questions that `counts` selects, how many `hits` selects. */
const shares = {
  shown: { counts: always, hits: isShown },
  exact: { counts: isShown, hits: (ask) => ask.isExact },
  consistent: { counts: isShown, hits: (ask) => ask.isConsistent },
  location: { counts: isShown, hits: (ask) => ask.isLocated },
  recall: { counts: isChance, hits: (ask) => ask.isConsistent },
  noise: { counts: (_, { isRepetitive }) => !isRepetitive, hits: isShown },
};

export const figureNames = Object.keys(shares);

/**
 * For each commit how many questions count towards a figure, and how many of these hit.
 *
 * @param {{ asks: import('./replay.mjs').Ask[], isRepetitive: boolean }[]} played
 */
export function tally(played, name) {
  const { counts, hits } = shares[name];
  return played.map((commit) => {
    const counted = commit.asks.filter((ask) => counts(ask, commit));
    return { count: counted.length, hits: counted.filter(hits).length };
  });
}

const total = (tallied, key) => tallied.reduce((sum, each) => sum + each[key], 0);

/** The share over all questions; not a number if none counts. */
export const share = (tallied) => total(tallied, 'hits') / total(tallied, 'count');

/** The mean of the shares of the commits, so that long commits weigh no more than short ones. */
export function shareByCommit(tallied) {
  const some = tallied.filter(({ count }) => count > 0);
  return some.reduce((sum, { count, hits }) => sum + hits / count, 0) / some.length;
}

/** The 95 % bootstrap interval of the share; the same commits give the same interval. */
export function interval(tallied, draws = 500) {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const drawn = Array.from({ length: draws }, () =>
    share(Array.from({ length: tallied.length }, () => tallied[Math.floor(random() * tallied.length)])),
  ).toSorted((left, right) => left - right);
  return [drawn[Math.floor(draws * 0.025)], drawn[Math.ceil(draws * 0.975) - 1]];
}
