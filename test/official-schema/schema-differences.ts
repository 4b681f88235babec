/** Every difference between the official definitions of one surface and ours that no rule explains. */
import { compareOutlines, type Outline } from './outline.ts';
import { matchDefinitions, officialMethods, ownMethods } from './matching.ts';
import { envelopeOutlines, officialOutline } from './official-outline.ts';
import { ownOutline } from './own-outline.ts';
import { reviewed } from './reviewed-differences.ts';
import type { MeasuredSurface, SurfaceName } from './surfaces.ts';

export interface SchemaDifference {
  readonly surface: SurfaceName;
  readonly definition: string;
  /** `official => ours`. */
  readonly what: string;
}

export interface Comparison {
  /** How many official definitions were compared with one of ours. */
  readonly compared: number;
  readonly differences: readonly SchemaDifference[];
}

export function compareSurface({ name: surface, official, definitions }: MeasuredSurface): Comparison {
  const { envelopes, extensions, inline, additions } = reviewed.rules;
  const matches = matchDefinitions(official, definitions);
  const rename = (each: string): string => matches.get(each) ?? each;
  const own = (each: string): Outline => ownOutline(each, { surface: definitions, inline: new Set(inline.ours) });
  const differences: SchemaDifference[] = [];
  const seen = new Set<string>();
  let compared = 0;
  const report = (definition: string, lines: readonly string[]): void => {
    differences.push(...lines.map((what) => ({ surface, definition, what })));
  };

  for (const [name, match] of matches) {
    const kinds = envelopes.official[name];
    if (kinds !== undefined) {
      const outlines = envelopeOutlines(official, name, rename);
      for (const [index, ours] of kinds.entries()) {
        report(ours, compareOutlines(outlines[index] ?? new Map(), own(ours)));
        seen.add(ours);
      }
      compared += 1;
    } else if (match !== undefined) {
      report(name, compareOutlines(officialOutline(official, name, rename), own(match)));
      seen.add(match);
      compared += 1;
    } else if (!extensions.official.includes(name)) report(name, ['defined => nothing']);
  }
  for (const [name, shape] of definitions.shapes) {
    const isExplained = seen.has(name) || inline.ours.includes(name) || additions.ours.includes(name);
    if (!isExplained && shape.stability !== 'draft') report(name, ['nothing => defined']);
    if (seen.has(name) && shape.stability === 'draft') report(name, ['defined => defined (draft)']);
  }
  report('methods', compareOutlines(officialMethods(official, rename), ownMethods(definitions.methods)));
  return { compared, differences: withoutRepetition(differences) };
}

/** Several official definitions can stand for one of ours and differ from it in the same way. */
function withoutRepetition(differences: readonly SchemaDifference[]): SchemaDifference[] {
  return [...new Map(differences.map((each) => [`${each.definition} ${each.what}`, each])).values()];
}
