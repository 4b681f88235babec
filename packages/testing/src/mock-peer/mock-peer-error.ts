/** A step of a mock peer that failed: which one, what it expected, what arrived, and all messages before. */
export class MockPeerError extends Error {
  static {
    this.prototype.name = 'MockPeerError';
  }

  /** The number of the step, from 1; undefined if the failure belongs to no step. */
  readonly step: number | undefined;
  /** What should have happened. */
  readonly expected: string;
  /** What happened instead. */
  readonly found: string;
  /** One line for each message of both directions. */
  readonly transcript: readonly string[];

  constructor({
    step,
    expected,
    found,
    transcript,
  }: Pick<MockPeerError, 'step' | 'expected' | 'found' | 'transcript'>) {
    const place = step === undefined ? 'After the last step' : `Step ${step}`;
    const lines = transcript.length === 0 ? ['  (nothing)'] : transcript.map((line) => `  ${line}`);
    super([`${place}: expected ${expected}`, `but found ${found}`, 'Messages so far:', ...lines].join('\n'));
    this.step = step;
    this.expected = expected;
    this.found = found;
    this.transcript = transcript;
  }
}
