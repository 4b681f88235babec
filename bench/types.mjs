/** How long a small program takes to type-check, against the same program on the official SDK. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { percentile } from './support/interleave.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = (entry) => `import type { ContentBlock, ToolCallUpdate, PlanEntry } from '${entry}';

export function describe(block: ContentBlock): string {
  if (block.type === 'text') return 'text' in block ? String(block.text) : '';
  return block.type;
}

export const call: ToolCallUpdate = { toolCallId: 'call_1', title: 'Read', kind: 'read', status: 'completed' };
export const step: PlanEntry = { content: 'Look', priority: 'high', status: 'pending' };
export const line = describe({ type: 'text', text: 'hello' }) + call.toolCallId + step.content;
`;

export function benchTypes({ samples }) {
  mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, 'node_modules', '.cache', 'types-'));
  try {
    const projects = [
      project(folder, 'ours', '@acp-stack/schema/v2'),
      project(folder, 'theirs', '@agentclientprotocol/sdk/experimental/v2'),
    ];
    for (const each of projects) check(each);
    const ratios = Array.from({ length: samples }, () => {
      const [left, right] = projects.map(check);
      return (left / right) * 100;
    });
    return [
      {
        group: 'types',
        name: 'v2 tsc --noEmit of a ten-line program',
        unit: '% of the peer',
        target: 100,
        better: 'lower',
        ratio: percentile(ratios, 0.5),
        low: Math.min(...ratios),
        high: Math.max(...ratios),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function project(folder, name, entry) {
  const home = join(folder, name);
  mkdirSync(home);
  writeFileSync(join(home, 'program.ts'), program(entry));
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2022',
    noEmit: true,
    types: [],
    skipLibCheck: true,
  };
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  return home;
}

/** Milliseconds of one run. */
function check(home) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const started = performance.now();
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', home], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the program does not compile: ${stdout}`);
  return performance.now() - started;
}
