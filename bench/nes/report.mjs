/** Reports the results of replayed histories, next to those of two baselines, and what they do not show. */
import { players } from './baselines.mjs';
import { figureNames, interval, share, shareByCommit, tally, targets } from './figures.mjs';
import { readCommits } from './git-history.mjs';
import { playCommit } from './replay.mjs';

export const usage = 'node bench/nes.mjs [--commits n] [--skip n] <git directory> …';

export const caveats = `What the figures are. After every edit of a commit there is one question. Of what was shown: located when the line is edited later in the commit; consistent
when the suggestion is exact or lies on a shortest way, token by token, from the line to what it becomes (in a block that is written anew: its new tokens are
in the block, the words it takes away are not); exact when the line becomes just that. Recall: of the questions where an edit still to come in the file
repeats what was done on two or more earlier lines, those with a consistent answer. Noise: of the questions in commits without repetition, those with an
answer; signs that repeat are repetition, what repeats only inside of blocks that are written anew is not. In brackets the middle 95 of 100 draws of
commits; "by commit" is the mean of the commits.

What they do not show. Commits are not how people type: the order is taken to be from the top to the bottom, dead ends are not in them, and several edits of a
line are one. What counts as a chance is that the same tokens were changed before, which suits an engine of this kind. Renamings were often made with tools.
Nobody accepted or rejected anything. The figures cannot be compared with those of models, which have other tasks. The weights of the engine were fitted to
one half of the commits (those whose name ends in an odd digit) of vite, pytest, axum, caddy, clap, hono, scrapy and gson, so that figures of these flatter
it; the ideas came from reading misses in that half of the first five. Signs were counted as repetition, and the fit was made more
careful, after totals of other commits had been seen. None is a gate: the tests gate on the hand-written cases only.`;

const percent = (value) => (Number.isNaN(value) ? '–' : `${(value * 100).toFixed(1)} %`);

/** Replays the history of a git directory, and reports the results. */
export function reportOn(directory, options) {
  const plays = Object.fromEntries(Object.keys(players).map((name) => [name, []]));
  for (const commit of readCommits(directory, options))
    for (const [name, player] of Object.entries(players)) plays[name].push(playCommit(commit, player()));
  const { engine, ...baselines } = plays;
  const asks = engine.flatMap((commit) => commit.asks);
  const rows = figureNames.map((name) => figureRow(name, engine, baselines));
  const times = asks.map(({ took }) => took).toSorted((left, right) => left - right);
  const at = (part) => (times[Math.floor(times.length * part)] ?? 0).toFixed(2);
  return [
    `\n${directory}: ${engine.length} commits, ${asks.length} questions, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
    ['', 'engine', '95 %', 'by commit', ...Object.keys(baselines), 'target'],
    ...rows,
  ]
    .map((each) =>
      typeof each === 'string' ? each : each.map((cell, index) => cell.padEnd(widths[index] ?? 20)).join(''),
    )
    .join('\n');
}

const widths = [13, 10, 21, 12, 21, 10];

function figureRow(name, engine, baselines) {
  const tallied = tally(engine, name);
  const value = share(tallied);
  const target = targets[name];
  const isReached = name === 'noise' ? value <= target : value >= target;
  const sign = name === 'noise' ? '≤' : '≥';
  return [
    name,
    percent(value),
    `[${interval(tallied).map(percent).join(' .. ')}]`,
    percent(shareByCommit(tallied)),
    ...Object.values(baselines).map((played) => percent(share(tally(played, name)))),
    target === undefined ? '' : `${sign} ${percent(target)} ${isReached ? 'reached' : 'missed'}`,
  ];
}

/** The directories and options of a command line. */
export function readOptions(words) {
  const options = { commits: 4000, skip: 0 };
  const directories = [];
  for (let at = 0; at < words.length; at += 1) {
    const name = words[at].replace(/^--/, '');
    if (name in options && name !== words[at]) options[name] = Number(words[(at += 1)]);
    else directories.push(words[at]);
  }
  return { options, directories };
}
