/** Sessions as `client()` passes them to its handlers. */
import type { MachineContext, MachineSession } from './session-workspaces.ts';

export interface TestSession extends MachineSession {
  /** Has the session closed. */
  end(): void;
}

export function createSession(cwd: string, additionalDirectories?: readonly string[]): TestSession {
  const ending = new AbortController();
  return {
    id: 's1',
    cwd,
    info: additionalDirectories === undefined ? {} : { additionalDirectories },
    signal: ending.signal,
    end: () => {
      ending.abort();
    },
  };
}

/** A request of `session` that is not cancelled. */
export const asking = (session: MachineSession): MachineContext => ({
  session,
  signal: new AbortController().signal,
});

/** What a promise rejects with. */
export const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'nothing is wrong',
    (error: unknown) => error,
  );
