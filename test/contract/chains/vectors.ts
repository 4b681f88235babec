/** The recorded conversations of `packages/conductor/vectors`; the README there describes the format. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../packages/conductor/vectors/', import.meta.url));

export interface VectorComponent {
  readonly name: string;
  readonly role: 'proxy' | 'agent';
  /** Whether the conductor bridges MCP over ACP for this agent. */
  readonly bridge?: boolean;
}

type Step =
  | { readonly from: string; readonly send: unknown }
  | { readonly from: string; readonly line: string }
  | { readonly to: string; readonly expect: unknown };

interface Setup {
  readonly chain: readonly VectorComponent[];
  readonly steps: readonly Step[];
}

export interface Vector extends Setup {
  readonly topic: string;
  readonly name: string;
  readonly rules: readonly number[];
}

interface VectorFile {
  readonly topic: string;
  readonly vectors: readonly (Partial<Setup> & {
    readonly name: string;
    readonly rules: readonly number[];
    readonly setup?: string;
    readonly steps: readonly Step[];
  })[];
}

const read = (file: string): unknown => JSON.parse(readFileSync(`${folder}${file}`, 'utf8'));
const setupsFile = 'setups.json';

/** Every vector, with the steps of its setup before its own. */
export function readVectors(): readonly Vector[] {
  const { setups } = read(setupsFile) as { readonly setups: Readonly<Record<string, Setup>> };
  const files = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== setupsFile);
  return files.flatMap((file) => {
    const { topic, vectors } = read(file) as VectorFile;
    return vectors.map(({ name, rules, setup: named, chain, steps }) => {
      const setup = named === undefined ? undefined : setups[named];
      const components = setup?.chain ?? chain;
      if (components === undefined) throw new Error(`${file}: "${name}" has no chain.`);
      return { topic, name, rules, chain: components, steps: [...(setup?.steps ?? []), ...steps] };
    });
  });
}
