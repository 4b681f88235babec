/**
 * Puts code from `examples/` into the documents, so that what a page shows is what the tests run.
 *
 * A fence names its source: ```ts examples/first-agent/agent.ts#agent takes the lines between `// #region agent` and
 * `// #endregion agent`. `--check` changes nothing and fails when a page differs.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const isCheck = process.argv.includes('--check');
const fence = /^```(\w+) (examples\/[^\s#]+)#([\w-]+)\n([\s\S]*?)^```$/gmu;

const stale = [];
for (const page of pages()) {
  const before = readFileSync(page, 'utf8');
  const after = before.replaceAll(fence, (_, language, file, region) => {
    return `\`\`\`${language} ${file}#${region}\n${snippet(file, region)}\`\`\``;
  });
  if (after === before) continue;
  stale.push(relative(root, page));
  if (!isCheck) writeFileSync(page, after);
}

if (isCheck && stale.length > 0) {
  console.error(`These pages show other code than the examples: ${stale.join(', ')}. Run npm run snippets.`);
  process.exitCode = 1;
} else if (!isCheck) console.log(`${stale.length} pages changed`);

/** The lines of a region, moved to the left margin. */
function snippet(file, region) {
  const text = readFileSync(join(root, file), 'utf8');
  const match = new RegExp(`^ *// #region ${region}\\n([\\s\\S]*?)^ *// #endregion ${region}$`, 'mu').exec(text);
  if (match === null) throw new Error(`${file} has no region ${region}`);
  const lines = match[1].split('\n');
  const margin = Math.min(
    ...lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length),
  );
  return lines.map((line) => line.slice(margin)).join('\n');
}

function pages() {
  const packages = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name, 'README.md'));
  return [
    join(root, 'README.md'),
    ...packages,
    ...['docs', 'apps/site/pages'].flatMap((folder) => markdown(join(root, folder))),
  ].filter((path) => existsSync(path));
}

function markdown(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'reference' ? [] : markdown(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}
