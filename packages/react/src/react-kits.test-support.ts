/**
 * The hooks together with each supported version of React, and a page to draw into.
 *
 * The hooks are bundled with it: an import of `react` leads to React 19 here, and tests that ran before may have loaded
 * parts of it in another way.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type * as React from 'react';
import type { HydrationOptions, Root } from 'react-dom/client';
import { Window } from 'happy-dom';
import { rolldown } from 'rolldown';

import type * as hooks from './index.ts';

export interface ReactKit {
  readonly version: string;
  readonly React: typeof React;
  readonly hooks: typeof hooks;
  readonly createRoot: (container: Element) => Root;
  readonly hydrateRoot: (container: Element, element: React.ReactNode, options: HydrationOptions) => Root;
  readonly renderToString: (element: React.ReactNode) => string;
}

/** Draws into a page, and lets React finish its work. */
export interface Drawing {
  readonly html: () => string;
  readonly text: () => string;
  readonly render: (element: React.ReactNode) => Promise<void>;
  readonly act: (work: () => void | Promise<void>) => Promise<void>;
  readonly end: () => Promise<void>;
}

const here = fileURLToPath(new URL('.', import.meta.url));
const require = createRequire(import.meta.url);

/** Makes the globals of a page; returns how to remove them. */
export function openPage(): () => void {
  const window = new Window();
  const globals: Record<string, unknown> = {
    window,
    document: window.document,
    navigator: window.navigator,
    IS_REACT_ACT_ENVIRONMENT: true,
  };
  const names = Object.keys(globals);
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    }
    void window.happyDOM.close();
  };
}

const kitEntry = `
  import * as React from 'react';
  export { React };
  export { createRoot, hydrateRoot } from 'react-dom/client';
  export { renderToString } from 'react-dom/server.browser';
  export * as hooks from './index.ts';
  export const version = React.version;
`;

/** What the names of React mean in each version. */
const modules = {
  '19': {
    react: require.resolve('react'),
    'react-dom': require.resolve('react-dom'),
    'react-dom/client': require.resolve('react-dom/client'),
    'react-dom/server.browser': require.resolve('react-dom/server.browser'),
  },
  '18.3': {
    react: require.resolve('react-18'),
    'react-dom': require.resolve('react-dom-18'),
    'react-dom/client': require.resolve('react-dom-18/client'),
    'react-dom/server.browser': require.resolve('react-dom-18/server.browser'),
  },
} as const;

/** The versions of React that are supported. */
export const reactVersions = Object.keys(modules) as readonly (keyof typeof modules)[];

/** The hooks bundled with a version of React, which is there once whatever else this process has loaded. */
export async function reactKit(version: keyof typeof modules): Promise<ReactKit> {
  const folder = mkdtempSync(join(tmpdir(), 'react-kit-'));
  const entry = join(here, 'react-kit-entry.js');
  const replaced = new Map<string, string>(Object.entries(modules[version]));
  try {
    const build = await rolldown({
      input: entry,
      platform: 'node',
      resolve: { conditionNames: ['@acp-stack/source', 'import', 'default'] },
      plugins: [
        {
          name: 'react-kit',
          resolveId: (id) => (id === entry ? id : replaced.get(id)),
          load: (id) => (id === entry ? kitEntry : undefined),
        },
      ],
      tsconfig: false,
    });
    const { output } = await build.generate({ codeSplitting: false });
    await build.close();
    const file = join(folder, 'kit.mjs');
    writeFileSync(file, output[0].code);
    return (await import(pathToFileURL(file).href)) as ReactKit;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Opens a place to draw in. */
export function draw({ React: react, createRoot }: ReactKit): Drawing {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  const act = async (work: () => void | Promise<void>): Promise<void> => {
    await react.act(async () => {
      await work();
    });
  };
  return {
    html: () => container.innerHTML,
    text: () => container.textContent ?? '',
    render: (element) =>
      act(() => {
        root.render(element);
      }),
    act,
    end: async () => {
      await act(() => {
        root.unmount();
      });
      container.remove();
    },
  };
}
