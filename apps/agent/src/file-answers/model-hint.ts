/** How to add a model: one line below the first answer that was given without one. */
const defaultHint =
  'Search-only: no model configured. To add one, set ACP_AGENT_MODEL and OPENAI_BASE_URL (or ANTHROPIC_API_KEY), and restart me.';

/** The line; `problem` is the reason why a configured model is not used. */
export const modelHint = (problem: string | undefined): string =>
  `\n${problem === undefined ? defaultHint : `This is what I found in the files. ${problem.replace(/\.$/u, '')}, and restart me.`}\n`;
