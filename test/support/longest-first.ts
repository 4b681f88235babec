import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take longest, the longest first. */
const longest = [
  'test/e2e/create.test.ts',
  'test/e2e/two-commands.test.ts',
  'test/bench/short.test.ts',
  'test/e2e/packed-packages.test.ts',
  'test/hub/faults/named-faults.test.ts',
  'test/hub/faults/broken-links.test.ts',
  'apps/site/src/built-site.test.ts',
  'test/e2e/chat.test.ts',
  'test/interop/matrix/matrix.test.ts',
  'test/conformance/agent-scenarios.test.ts',
  'test/e2e/documented-commands.test.ts',
  'test/web/sessions.test.ts',
  'test/hub/faults/faults.test.ts',
  'test/e2e/stdio-faults.test.ts',
  'test/e2e/conduct.test.ts',
  'test/contract/remote.test.ts',
  'test/e2e/cli-exec.test.ts',
  'test/e2e/cli-guides.test.ts',
  'apps/agent/src/mcp/mcp-connections.test.ts',
  'packages/conductor/src/secrets/secrets.test.ts',
  'test/e2e/agent-crash.test.ts',
  'test/conformance/client-scenarios.test.ts',
  'test/official-schema/differential.test.ts',
  'test/e2e/cli-sessions.test.ts',
  'test/e2e/bridge.test.ts',
  'test/conformance/stdio.test.ts',
  'test/e2e/cli-tools.test.ts',
  'test/versions/round-trip.test.ts',
  'test/contract/remote-resume.test.ts',
  'packages/journal/src/journal.test.ts',
  'test/conformance/client-programs.test.ts',
  'test/conformance/judged-clients.test.ts',
  'test/e2e/agent-sessions-hostile.test.ts',
  'test/e2e/cli-auth.test.ts',
  'test/e2e/hub.test.ts',
  'test/e2e/chat-official.test.ts',
  'test/e2e/chat-start.test.ts',
  'test/contract/stdio.test.ts',
  'test/web/everyone.test.ts',
  'test/e2e/journal-postgres.test.ts',
  'test/e2e/agent-sessions.test.ts',
  'test/e2e/telemetry.test.ts',
  'packages/http/src/byte-by-byte.test.ts',
  'test/e2e/permission-question.test.ts',
  'apps/cli/src/commands/hub/hub-start.test.ts',
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
