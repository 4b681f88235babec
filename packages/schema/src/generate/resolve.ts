/**
 * Turns the notation into what one version sees: marks are applied, includes merged, names checked.
 *
 * A stable surface never mentions an unstable definition: that is an error here, not a surprise for users.
 */
import type {
  Area,
  Body,
  Definition,
  Field,
  FieldLine,
  Method,
  MethodLine,
  ObjectShape,
  Presence,
  Shape,
  Stability,
  Surface,
  TypeExpression,
  Version,
} from './model.ts';

const rank: Readonly<Record<Stability, number>> = { stable: 0, unstable: 1, draft: 2 };
const versions: readonly Version[] = [1, 2];

interface View {
  readonly version: Version;
  readonly unstable: boolean;
}

interface Visibility {
  readonly stability: Stability;
  readonly accepted: boolean;
}

/**
 * Returns what `areas` say for version `version`; `unstable` adds the unstable and draft part. Throws on an
 * inconsistency.
 */
export function resolveSurface(areas: readonly Area[], version: Version, unstable: boolean): Surface {
  const view = { version, unstable };
  const definitions = visibleDefinitions(areas, view);
  checkReferences(areas, definitions, view);
  const methods = areas.flatMap((area) => area.methods).flatMap((line) => resolveMethod(areas, line, view));
  const payloads = new Set(methods.flatMap((method) => [method.params, method.result]));
  const shapes = new Map<string, Shape>();
  for (const [name, { definition, stability }] of [...definitions].toSorted(byName)) {
    shapes.set(name, resolveDefinition(definition, { view, definitions, stability, isPayload: payloads.has(name) }));
  }
  const errors = areas
    .flatMap((area) => area.errors)
    .flatMap((line) => {
      const visibility = visibilityOf(line.presence, 'stable', view);
      return visibility === undefined ? [] : [{ ...line, stability: visibility.stability }];
    });
  return { version, unstable, shapes, methods, errors };
}

const byName = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number =>
  left.localeCompare(right, 'en');

/** Whether and how something with these marks is visible, given the stability of its parent. */
function visibilityOf(presence: Presence | undefined, parent: Stability, view: View): Visibility | undefined {
  const own = presence === undefined ? 'stable' : presence[view.version];
  if (own === undefined) return undefined;
  const accepted = own === 'accepted';
  const stability = accepted || rank[own] <= rank[parent] ? parent : own;
  if (!view.unstable && stability !== 'stable') return undefined;
  return { stability, accepted };
}

interface VisibleDefinition {
  readonly definition: Definition;
  readonly stability: Stability;
}

function visibleDefinitions(areas: readonly Area[], view: View): Map<string, VisibleDefinition> {
  const found = new Map<string, VisibleDefinition>();
  for (const definition of areas.flatMap((area) => area.definitions)) {
    const visibility = visibilityOf(definition.presence, 'stable', view);
    if (visibility === undefined) continue;
    const earlier = found.get(definition.name)?.definition;
    if (earlier !== undefined && isImplicit(definition)) continue;
    if (earlier !== undefined && !isImplicit(earlier)) {
      throw new Error(
        `${definition.area}:${definition.line}: ${definition.name} is defined twice for v${view.version}`,
      );
    }
    found.set(definition.name, { definition, stability: visibility.stability });
  }
  return found;
}

const isImplicit = (definition: Definition): boolean => definition.kind === 'object' && definition.implicit;

interface Context {
  readonly view: View;
  readonly definitions: ReadonlyMap<string, VisibleDefinition>;
  readonly stability: Stability;
  readonly isPayload: boolean;
}

function resolveDefinition(definition: Definition, context: Context): Shape {
  const { view, stability } = context;
  const base = { name: definition.name, area: definition.area, doc: definition.doc, stability };
  switch (definition.kind) {
    case 'scalar':
      return { ...base, kind: 'scalar', type: definition.type };
    case 'enum':
      return {
        ...base,
        kind: 'enum',
        open: definition.open.some((line) => visibilityOf(line.presence, stability, view) !== undefined),
        values: definition.values.flatMap((line) => {
          const visibility = visibilityOf(line.presence, stability, view);
          return visibility === undefined ? [] : [{ value: line.value, doc: line.doc, ...visibility }];
        }),
      };
    case 'choice':
      return {
        ...base,
        kind: 'choice',
        exactlyOne: definition.exactlyOne,
        alternatives: definition.alternatives.filter(
          (line) => visibilityOf(line.presence, stability, view) !== undefined,
        ),
      };
    case 'union':
      return { ...base, ...resolveUnion(definition, context) };
    case 'object':
      return { ...base, ...resolveObject(definition, context) };
    default:
      throw new Error(`unknown definition ${JSON.stringify(definition satisfies never)}`);
  }
}

function resolveObject(
  definition: Definition & { readonly kind: 'object' },
  context: Context,
): Pick<ObjectShape, 'kind' | 'fields' | 'choices' | 'needs' | 'accepts' | 'emptyWhenMissing'> {
  const { fields, choices } = collectFields(definition, context);
  const emptyWhenMissing =
    context.isPayload && choices.length === 0 && fields.every((field) => field.optional || field.mayBeAbsent);
  const accepts = resolveAccepts(definition.body, context);
  return { kind: 'object', fields, choices, needs: resolveNeeds(definition, fields), accepts, emptyWhenMissing };
}

/** The lists of `needs` lines; throws if one names something that is not an optional field. */
function resolveNeeds(
  { area, body }: Definition & { readonly kind: 'object' },
  fields: readonly Field[],
): readonly (readonly string[])[] {
  return body.needs.map(({ names, line }) => {
    const wrong = names.find((name) => !fields.some((field) => field.name === name && field.optional));
    if (wrong === undefined) return names;
    throw new Error(`${area}:${line}: "needs" names ${wrong}, which is not an optional field`);
  });
}

/** Fields of an object and of the objects it includes; included choices stay by name. */
function collectFields(
  definition: Definition & { readonly kind: 'object' },
  context: Context,
): { fields: Field[]; choices: string[] } {
  const fields: Field[] = [];
  const choices: string[] = [];
  for (const include of definition.body.includes) {
    if (visibilityOf(include.presence, context.stability, context.view) === undefined) continue;
    const target = context.definitions.get(include.name)?.definition;
    if (target?.kind === 'object') fields.push(...collectFields(target, context).fields);
    else if (target?.kind === 'choice' || target?.kind === 'union') choices.push(include.name);
    else throw new Error(`${definition.area}:${include.line}: cannot include ${include.name}, which has no fields`);
  }
  fields.push(...resolveFields(definition, definition.body.fields, context));
  return { fields, choices };
}

function resolveFields(definition: Definition, lines: readonly FieldLine[], context: Context): Field[] {
  const fields = lines.flatMap((line) => {
    const visibility = visibilityOf(line.presence, context.stability, context.view);
    if (visibility === undefined) return [];
    return [{ ...line, optional: line.optional || visibility.accepted, stability: visibility.stability }];
  });
  for (const [index, field] of fields.entries()) {
    if (fields.findIndex((each) => each.name === field.name) !== index) {
      throw new Error(
        `${definition.area}:${field.line}: the field ${field.name} is stated twice for v${context.view.version}`,
      );
    }
  }
  return fields;
}

function resolveAccepts(body: Body, { view, stability }: Context): { rule: string; when: readonly string[] }[] {
  return body.accepts
    .filter((line) => visibilityOf(line.presence, stability, view) !== undefined)
    .map(({ rule, when }) => ({ rule, when }));
}

function resolveUnion(
  definition: Definition & { readonly kind: 'union' },
  context: Context,
): Omit<Shape & { readonly kind: 'union' }, 'name' | 'area' | 'doc' | 'stability'> {
  const { view, stability } = context;
  const { key, keyOptional, body } = definition;
  const open = body.open.find((line) => visibilityOf(line.presence, stability, view) !== undefined);
  return {
    kind: 'union',
    key,
    keyOptional,
    shared: resolveFields(definition, body.shared, context),
    variants: body.variants.flatMap((line) => {
      const visibility = visibilityOf(line.presence, stability, view);
      return visibility === undefined ? [] : [{ ...line, stability: visibility.stability }];
    }),
    open: open === undefined ? undefined : { type: open.type, doc: open.doc },
    refused: body.refused
      .filter((line) => visibilityOf(line.presence, stability, view) !== undefined)
      .map(({ value, doc }) => ({ tag: value, doc })),
    accepts: resolveAccepts(body, context),
  };
}

function resolveMethod(areas: readonly Area[], line: MethodLine, view: View): Method[] {
  const visibility = visibilityOf(line.presence, 'stable', view);
  if (visibility === undefined) return [];
  if (line.kind !== 'notification' && line.result === undefined) {
    throw new Error(`${line.area}:${line.line}: ${line.name} has no result`);
  }
  const gate = line.gates.find((each) => visibilityOf(each.presence, visibility.stability, view) !== undefined)?.gate;
  const existsIn = (version: Version): boolean =>
    areas
      .flatMap((area) => area.methods)
      .some((each) => each.name === line.name && visibilityOf(each.presence, 'stable', { version, unstable: true }));
  const codes = new Set(
    areas
      .flatMap((area) => area.errors)
      .filter((error) => visibilityOf(error.presence, 'stable', view) !== undefined)
      .map((error) => error.code),
  );
  const errors = line.errors.filter((code) => codes.has(code));
  return [{ ...line, gate, errors, stability: visibility.stability, versions: versions.filter(existsIn) }];
}

// ---------------------------------------------------------------------------------------------- checks

/** Every name that a visible line mentions is visible too. */
function checkReferences(
  areas: readonly Area[],
  definitions: ReadonlyMap<string, VisibleDefinition>,
  view: View,
): void {
  const label = `v${view.version}${view.unstable ? ' unstable' : ''}`;
  const stated = areas.flatMap((area) => area.definitions);
  const need = (name: string, user: { readonly name: string; readonly area: string }, line: number): void => {
    if (definitions.has(name)) return;
    const isStated = stated.some((definition) => definition.name === name);
    const reason = isStated ? `${user.name} uses ${name}, which ${label} does not have` : `${name} is not defined`;
    throw new Error(`${user.area}:${line}: ${reason}`);
  };
  for (const { definition, stability } of definitions.values()) {
    for (const { name, line, presence } of referencesOf(definition)) {
      if (visibilityOf(presence, stability, view) !== undefined) need(name, definition, line);
    }
  }
  for (const method of areas.flatMap((area) => area.methods)) {
    if (visibilityOf(method.presence, 'stable', view) === undefined) continue;
    for (const name of [method.params, method.result]) {
      if (name === undefined) continue;
      // The line that names a payload also states it.
      const own = stated.find((each) => each.name === name && each.area === method.area && each.line > method.line);
      need(name, method, own?.line ?? method.line);
    }
  }
}

interface Mention {
  readonly name: string;
  readonly line: number;
  readonly presence: Presence | undefined;
}

/** The definitions that the lines of `definition` mention. */
function referencesOf(definition: Definition): Mention[] {
  switch (definition.kind) {
    case 'scalar':
      return mentionsIn([{ ...definition, presence: undefined }]);
    case 'enum':
      return [];
    case 'choice':
      return mentionsIn(definition.alternatives);
    case 'object':
    case 'union': {
      const { fields, shared, includes, variants, open } = definition.body;
      const named = [...variants, ...open].flatMap(({ type, line, presence }) =>
        type === undefined ? [] : [{ name: type, line, presence }],
      );
      return [...includes, ...mentionsIn([...fields, ...shared]), ...named];
    }
    default:
      throw new Error(`unknown definition ${JSON.stringify(definition satisfies never)}`);
  }
}

function mentionsIn(lines: readonly (Omit<Mention, 'name'> & { readonly type: TypeExpression })[]): Mention[] {
  return lines.flatMap(({ type, line, presence }) => {
    const name = referenceIn(type);
    return name === undefined ? [] : [{ name, line, presence }];
  });
}

/** The one name that a type can mention. */
function referenceIn(type: TypeExpression): string | undefined {
  if (type.kind === 'reference') return type.name;
  return 'of' in type ? referenceIn(type.of) : undefined;
}
