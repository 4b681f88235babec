/** Matches texts with regular expressions of agents, in a thread of its own that can be stopped. */

/** One text and the expression that it has to match. */
export interface PatternMatch {
  readonly pattern: string;
  readonly text: string;
}

addEventListener('message', ({ data }: MessageEvent<PatternMatch>) => {
  postMessage(matches(data));
});

/** An expression that cannot be used refuses nothing, because the agent validates the value again. */
function matches({ pattern, text }: PatternMatch): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}
