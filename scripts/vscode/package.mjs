/** Packages the extension as a `.vsix`, and checks what is in it. */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { bundleExtension, codeFolder, filesIn, target as machine } from './bundle.mjs';
import { prepareVsce } from './tools.mjs';

/** Bytes of the package: what it has grown by is worth a look. */
const largest = 12_000_000;

/** What the extension cannot do without. */
const needed = [
  'package.json',
  'README.md',
  'LICENSE.txt',
  `${codeFolder}/extension.js`,
  `${codeFolder}/acp/main.js`,
  `${codeFolder}/node_modules/libsql/index.js`,
  'page/index.html',
  'page/inspect.html',
];

/** Builds and packages the extension of the checkout at `root`; returns the path of the package. */
export async function packageExtension(root) {
  const folder = join(root, 'apps', 'vscode', 'dist', 'extension');
  const { name, version } = await bundleExtension(root, folder);
  checkContents(folder, vsce(root, folder, ['ls', '--no-dependencies']).trim().split(/\r?\n/u));
  checkProgram(folder);
  const home = join(root, 'apps', 'vscode', 'dist');
  const target = join(home, `${name}-${machine}-${version}.vsix`);
  // One of an earlier version would be installed with it, or instead.
  for (const earlier of readdirSync(home).filter((each) => each.endsWith('.vsix'))) rmSync(join(home, earlier));
  vsce(root, folder, ['package', '--no-dependencies', '--skip-license', '--target', machine, '--out', target]);
  const { size } = statSync(target);
  if (size > largest) throw new Error(`${target} has ${size} bytes; at most ${largest} are expected.`);
  return target;
}

/** Runs `vsce` in the folder of the extension; returns what it prints. */
function vsce(root, folder, words) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [prepareVsce(root), ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`vsce could not package the extension:\n${stdout}${stderr}`);
  return stdout;
}

/** Throws unless the `acp` program in the extension starts. */
function checkProgram(folder) {
  const program = join(folder, codeFolder, 'acp', 'main.js');
  const { status, stderr } = spawnSync(process.execPath, [program, '--version'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The program in the extension does not start:\n${stderr}`);
}

/** Throws unless the package will have what is needed, all that was built, and nothing that is not for users. */
function checkContents(folder, files) {
  const left = filesIn(folder).filter((name) => !files.includes(name));
  if (left.length > 0) throw new Error(`vsce leaves out ${left.slice(0, 5).join(', ')}.`);
  const missing = needed.filter((name) => !files.includes(name));
  if (missing.length > 0) throw new Error(`The extension lacks ${missing.join(', ')}.`);
  const own = files.filter((name) => !name.startsWith(`${codeFolder}/node_modules/`));
  const odd = own.filter((name) => /\.(?:ts|tsx|map)$|(?:^|\/)(?:node_modules|\.)/.test(name));
  if (odd.length > 0) throw new Error(`The extension has files that are not for users: ${odd.slice(0, 5).join(', ')}.`);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const media = [manifest.icon, ...manifest.contributes.viewsContainers.activitybar.map(({ icon }) => icon)];
  const steps = manifest.contributes.walkthroughs.flatMap(({ steps: each }) =>
    each.map(({ media: { markdown } }) => markdown),
  );
  const unnamed = [...media, ...steps].filter((name) => !files.includes(name));
  if (unnamed.length > 0) throw new Error(`The manifest names files that are missing: ${unnamed.join(', ')}.`);
}
