import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take longest, the longest first. */
const longest = [
  'test/hub/faults/named-faults.test.ts',
  'test/bench/short.test.ts',
  'test/e2e/two-commands.test.ts',
  'test/e2e/packed-packages.test.ts',
  'test/e2e/chat.test.ts',
  'test/e2e/chat-start.test.ts',
  'test/interop/matrix/matrix.test.ts',
  'test/web/sessions.test.ts',
  'test/e2e/conduct.test.ts',
  'test/e2e/cli-exec.test.ts',
  'test/conformance/agent-scenarios.test.ts',
  'packages/workspace/src/git/git-status.test.ts',
  'test/contract/remote.test.ts',
  'test/e2e/cli-guides.test.ts',
  'test/e2e/set-up-failures.test.ts',
  'test/e2e/agent-sessions.test.ts',
  'test/e2e/agent-sessions-hostile.test.ts',
  'test/hub/faults/faults.test.ts',
  'test/e2e/serve.test.ts',
  'packages/journal/src/journal.test.ts',
  'test/e2e/cli-auth.test.ts',
  'test/e2e/registry-kill.test.ts',
  'test/e2e/cli-sessions.test.ts',
  'test/web/inspector.test.ts',
  'test/e2e/hub.test.ts',
  'test/e2e/stdio-faults.test.ts',
  'test/e2e/agent-crash.test.ts',
  'test/e2e/cli-tools.test.ts',
  'test/contract/remote-resume.test.ts',
  'test/e2e/bridge.test.ts',
  'test/official-schema/differential.test.ts',
  'packages/conductor/src/secrets/secrets.test.ts',
  'packages/http/src/byte-by-byte.test.ts',
];

/** Starts the longest test files first, so that no worker is left alone with one of them at the end of a run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of the sequencer, not of an array
    const others = await super.sort(files);
    return others.toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const index = longest.findIndex((path) => moduleId.endsWith(path));
  return index < 0 ? longest.length : index;
}
