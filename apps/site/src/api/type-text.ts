/** Types and signatures as TypeScript writes them, and the names in them that have a place in the documentation. */
import {
  ReferenceType,
  type DeclarationReflection,
  type ParameterReflection,
  type Reflection,
  type SignatureReflection,
  type SomeType,
  type TypeParameterReflection,
} from 'typedoc';

/** The place of a reflection on the site, or undefined if it has none. */
export type PlaceOf = (reflection: Reflection) => string | undefined;

/** A signature such as `<T>(value: T, limit?: number): T[]`. */
export function signatureText(signature: SignatureReflection): string {
  const parameters = (signature.parameters ?? []).map(parameterText).join(', ');
  return `${typeParametersText(signature.typeParameters)}(${parameters}): ${typeText(signature.type)}`;
}

/** Type parameters such as `<T extends string>`; empty without any. */
export function typeParametersText(parameters: readonly TypeParameterReflection[] | undefined): string {
  if (parameters === undefined || parameters.length === 0) return '';
  const texts = parameters.map(
    ({ name, type, default: usual }) =>
      name +
      (type === undefined ? '' : ` extends ${typeText(type)}`) +
      (usual === undefined ? '' : ` = ${typeText(usual)}`),
  );
  return `<${texts.join(', ')}>`;
}

/** A type; object types with their members. */
export function typeText(type: SomeType | undefined): string {
  if (type === undefined) return 'unknown';
  if (type.type === 'reflection') return objectText(type.declaration);
  if (type.type === 'array') return `${inParentheses(type.elementType)}[]`;
  if (type.type === 'union') return type.types.map((each) => inParentheses(each, 'function')).join(' | ');
  if (type.type === 'intersection') return type.types.map((each) => inParentheses(each)).join(' & ');
  if (type.type === 'typeOperator') return `${type.operator} ${inParentheses(type.target)}`;
  if (type.type === 'optional') return `${typeText(type.elementType)}?`;
  if (type.type === 'rest') return `...${typeText(type.elementType)}`;
  if (type.type === 'tuple') return `[${type.elements.map(typeText).join(', ')}]`;
  if (type.type === 'namedTupleMember') return `${type.name}${type.isOptional ? '?' : ''}: ${typeText(type.element)}`;
  if (type.type === 'reference') {
    const given = type.typeArguments ?? [];
    return type.name + (given.length === 0 ? '' : `<${given.map(typeText).join(', ')}>`);
  }
  return type.toString();
}

/** A type that binds less than what surrounds it, in parentheses. */
function inParentheses(type: SomeType, only: 'function' | 'all' = 'all'): string {
  const text = typeText(type);
  const isFunction = type.type === 'reflection' && type.declaration.signatures !== undefined;
  const isLoose = type.type === 'union' || type.type === 'intersection' || type.type === 'conditional';
  return isFunction || (only === 'all' && isLoose) ? `(${text})` : text;
}

function objectText(declaration: DeclarationReflection): string {
  const [signature] = declaration.signatures ?? [];
  if (signature !== undefined && declaration.children === undefined) {
    return signatureText(signature).replace(/\): (?=[^)]*$)/u, ') => ');
  }
  const index = (declaration.indexSignatures ?? []).map(
    (each) => `[${(each.parameters ?? []).map(parameterText).join(', ')}]: ${typeText(each.type)}`,
  );
  const members = (declaration.children ?? []).map(memberText);
  const all = [...index, ...members];
  return all.length === 0 ? '{}' : `{ ${all.join('; ')} }`;
}

/** A property or method of an object type. */
function memberText(member: DeclarationReflection): string {
  const [signature] = member.signatures ?? [];
  const { isReadonly, isOptional } = member.flags;
  const name = `${isReadonly ? 'readonly ' : ''}${member.name}${isOptional ? '?' : ''}`;
  return signature === undefined ? `${name}: ${typeText(member.type)}` : name + signatureText(signature);
}

function parameterText({ name, flags, defaultValue, type }: ParameterReflection): string {
  const isOptional = flags.isOptional || defaultValue !== undefined;
  const shown = name === '__namedParameters' ? 'options' : name;
  return `${flags.isRest ? '...' : ''}${shown}${isOptional ? '?' : ''}: ${typeText(type)}`;
}

/** The names in what `holder` declares that have a place, each with it. */
export function placesIn(holder: Reflection, placeOf: PlaceOf): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  const seen = new Set<unknown>();
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || seen.has(value) || depth > 40) return;
    seen.add(value);
    if (value instanceof ReferenceType) {
      const place = value.reflection === undefined ? value.externalUrl : placeOf(value.reflection);
      if (place !== undefined) places.set(value.name, place);
      for (const each of value.typeArguments ?? []) visit(each, depth + 1);
      return;
    }
    for (const [key, each] of Object.entries(value)) if (!upwards.has(key)) visit(each, depth + 1);
  };
  visit(holder, 0);
  return places;
}

/** Fields of a reflection that lead out of it. */
const upwards: ReadonlySet<string> = new Set([
  'parent',
  'project',
  'extendedBy',
  'implementedBy',
  'inheritedFrom',
  'implementationOf',
  'overwrites',
  'comment',
  'sources',
]);
