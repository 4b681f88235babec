/** The report of a rehearsal: each step with its outcome, and the table of sizes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function reportPage(results, output) {
  const lines = ['# Release report', '', '| step | result |', '| --- | --- |'];
  for (const { title, ok } of results) lines.push(`| ${title} | ${ok ? 'ok' : '**failed**'} |`);
  for (const { title, notes } of results.filter((result) => result.notes.length > 0)) {
    lines.push('', `## ${title}`, '', ...notes.map((note) => `- ${note}`));
  }
  const file = join(output, 'sizes.json');
  if (existsSync(file)) lines.push('', '## Sizes in kB', '', ...sizeTable(JSON.parse(readFileSync(file, 'utf8'))));
  return `${lines.join('\n')}\n`;
}

const kilobytes = (bytes) => (bytes === undefined ? '' : String(Math.round(bytes / 1000)));

function sizeTable(sizes) {
  return [
    '| package | download | unpacked | main door, gzip |',
    '| --- | ---: | ---: | ---: |',
    ...sizes.map(
      ({ name, download, unpacked, door }) =>
        `| ${name} | ${kilobytes(download)} | ${kilobytes(unpacked)} | ${kilobytes(door)} |`,
    ),
  ];
}
