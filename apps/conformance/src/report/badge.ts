/** A badge as SVG: what was judged, and the result, without fonts or scripts of others. */
import type { ConformanceReport } from './conformance-report.ts';
import { escapeMarkup } from './escape-markup.ts';

/** The average width of a character at 11 pixels, and the space on both sides of a text. */
const characterWidth = 6.6;
const padding = 12;

const green = '#2e7d32';
const red = '#b71c1c';
const grey = '#616161';

/** The image, with a line break at the end. */
export function badge(report: ConformanceReport): string {
  const { versions, summary } = report;
  const left = versions.length === 0 ? 'ACP' : `ACP ${versions.map((version) => `v${version}`).join(' + ')}`;
  const [right, color] = resultOf(summary);
  const leftWidth = widthOf(left);
  const rightWidth = widthOf(right);
  const width = leftWidth + rightWidth;
  const label = escapeMarkup(`${left}: ${right}`);
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}">`,
    `  <title>${label}</title>`,
    `  <rect width="${leftWidth}" height="20" fill="#424242"/>`,
    `  <rect x="${leftWidth}" width="${rightWidth}" height="20" fill="${color}"/>`,
    text(leftWidth / 2, left),
    text(leftWidth + rightWidth / 2, right),
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

const text = (center: number, words: string): string =>
  `  <text x="${center}" y="14" fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,sans-serif" font-size="11">${escapeMarkup(words)}</text>`;

const widthOf = (words: string): number => Math.ceil(words.length * characterWidth) + padding;

function resultOf({ passed, failed }: ConformanceReport['summary']): readonly [words: string, color: string] {
  if (failed > 0) return [`${counted(failed)} broken`, red];
  return passed === 0 ? ['not tested', grey] : [`${counted(passed)} kept`, green];
}

const counted = (rules: number): string => `${rules} ${rules === 1 ? 'rule' : 'rules'}`;
