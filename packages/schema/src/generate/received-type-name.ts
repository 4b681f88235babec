/** The name of the type that may arrive in place of a definition: older peers leave some fields out. */
import type { Shape } from './model.ts';

export function receivedTypeName(shape: Shape | undefined): string {
  if (shape === undefined) return 'undefined';
  const mayLack = shape.kind === 'object' && shape.fields.some((field) => field.mayBeAbsent);
  return mayLack ? `Received${shape.name}` : shape.name;
}
