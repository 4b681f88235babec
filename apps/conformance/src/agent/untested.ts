/** Why no scenario is about a rule of agents. */

const contradiction =
  'The specification contradicts itself: it names this status, and its own steps to resume open such a stream first.';
const shutdown = 'It takes the server to shut down or to fail, and the suite can cause neither.';
const users = 'It takes several users, and a run is one of them.';

const reasons: Readonly<Record<string, string>> = {
  'HTTP-23': contradiction,
  'WS-05': shutdown,
  'SETUP-26': users,
  'ELIC-18': users,
  'ELIC-19': users,
};

/** A sentence about a rule that no scenario decides. */
export const whyUntested = (rule: string): string => reasons[rule] ?? 'No scenario of the suite is about it.';
