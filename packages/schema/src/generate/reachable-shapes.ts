/** The part of version 1 that programs of version 2 also understand, with the definitions that it needs. */
import type { Method, Shape, Surface, TypeExpression } from './model.ts';

/** The definitions that messages carry, in the order of their names. */
function sentShapes(surface: Surface): Set<string> {
  const reached = new Set(surface.methods.flatMap(({ params, result }) => [params ?? [], result ?? []].flat()));
  for (const name of reached) for (const used of usedBy(surface.shapes.get(name))) reached.add(used);
  return new Set([...surface.shapes.keys()].filter((name) => reached.has(name)));
}

function usedBy(shape: Shape | undefined): string[] {
  switch (shape?.kind) {
    case 'object':
      return [...shape.fields.flatMap((field) => namesIn(field.type)), ...shape.choices];
    case 'union':
      return [
        ...shape.shared.flatMap((field) => namesIn(field.type)),
        ...[...shape.variants, ...(shape.open === undefined ? [] : [shape.open])].flatMap(({ type }) => type ?? []),
      ];
    case 'choice':
      return shape.alternatives.flatMap(({ type }) => namesIn(type));
    case 'scalar':
      return namesIn(shape.type);
    case 'enum':
    case undefined:
      return [];
    default:
      throw new Error(`unknown shape ${JSON.stringify(shape satisfies never)}`);
  }
}

function namesIn(type: TypeExpression): string[] {
  if (type.kind === 'reference') return [type.name];
  return 'of' in type ? namesIn(type.of) : [];
}

/**
 * What only version 1 sends to a client, for programs of version 2 that connect to a version 1 agent: the methods, and
 * the definitions they need.
 */
export function v1Extras(v1: Surface, v2: Surface): Surface {
  const names = new Set(v2.methods.map((method) => method.name));
  const isExtra = ({ name, direction }: Method): boolean => direction === 'agent>client' && !names.has(name);
  const surface = { ...v1, methods: v1.methods.filter((method) => isExtra(method)), errors: [] };
  const sent = sentShapes(surface);
  return { ...surface, shapes: new Map([...v1.shapes].filter(([name]) => sent.has(name))) };
}
