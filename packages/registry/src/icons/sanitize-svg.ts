/**
 * Makes an icon safe to show inside a page.
 *
 * The icon is read and written anew from a list of elements and attributes that only draw: no scripts, events, styles,
 * animations, text, images, foreign content or references to anything outside. `use` is left out too, because nested
 * ones can make a small file take for ever to draw. Everything else is dropped; what is not well-formed is refused.
 */

const drawing = new Set([
  'svg',
  'g',
  'path',
  'circle',
  'ellipse',
  'rect',
  'line',
  'polyline',
  'polygon',
  'defs',
  'clipPath',
  'mask',
  'linearGradient',
  'radialGradient',
  'stop',
  'title',
  'desc',
]);
const described = new Set(['title', 'desc']);
const attributes = new Set([
  'clip-path',
  'clip-rule',
  'clipPathUnits',
  'color',
  'cx',
  'cy',
  'd',
  'display',
  'fill',
  'fill-opacity',
  'fill-rule',
  'fr',
  'fx',
  'fy',
  'gradientTransform',
  'gradientUnits',
  'height',
  'id',
  'mask',
  'maskContentUnits',
  'maskUnits',
  'offset',
  'opacity',
  'pathLength',
  'points',
  'preserveAspectRatio',
  'r',
  'rx',
  'ry',
  'spreadMethod',
  'stop-color',
  'stop-opacity',
  'stroke',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-opacity',
  'stroke-width',
  'transform',
  'vector-effect',
  'viewBox',
  'visibility',
  'width',
  'x',
  'x1',
  'x2',
  'y',
  'y1',
  'y2',
]);
const maxDepth = 32;
const namespace = 'http://www.w3.org/2000/svg';

/** The parts of XML. Text comes last: it is everything up to the next tag. */
const token =
  /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[(?<data>[^]*?)\]\]>|<!DOCTYPE[^[<>]*>|<\/(?<end>[\w:.-]+)\s*>|<(?<start>[\w:.-]+)(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|(?<text>[^<]+)/uy;
const attribute = /(?<name>[\w:.-]+)\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/gu;

/** Returns the icon without everything that is not drawn; undefined if it is not a well-formed SVG. */
export function sanitizeSvg(source: string): string | undefined {
  const writer = new SvgWriter();
  const text = source.replace(/^\ufeff/u, '');
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const groups = token.exec(text)?.groups;
    if (groups === undefined) return undefined;
    const { start, end, data, text: plain } = groups;
    let isWellFormed = true;
    if (start !== undefined) isWellFormed = writer.open(start, groups['attributes'] ?? '', groups['empty'] === '/');
    else if (end !== undefined) isWellFormed = writer.close(end);
    else if (data !== undefined) writer.write(data);
    else if (plain !== undefined) isWellFormed = writer.writeEscaped(plain);
    if (!isWellFormed) return undefined;
  }
  return writer.result;
}

/** Writes what is kept; an element that is not kept takes its content with it. */
class SvgWriter {
  readonly #parts: string[] = [];
  readonly #open: string[] = [];
  /** How many of the open elements are kept; those after them are inside one that is dropped. */
  #kept = 0;
  #isDone = false;

  get result(): string | undefined {
    return this.#isDone && this.#open.length === 0 ? this.#parts.join('') : undefined;
  }

  get #isKept(): boolean {
    return this.#kept === this.#open.length;
  }

  open(name: string, text: string, isEmpty: boolean): boolean {
    const isRoot = this.#open.length === 0;
    if (this.#isDone || this.#open.length >= maxDepth || (isRoot && name !== 'svg')) return false;
    const written = attributesOf(text);
    if (written === undefined) return false;
    const isKept = this.#isKept && drawing.has(name) && isRoot === (name === 'svg');
    if (isKept) this.#parts.push(`<${name}${isRoot ? ` xmlns="${namespace}"` : ''}${written}>`);
    this.#open.push(name);
    if (isKept) this.#kept += 1;
    return isEmpty ? this.close(name) : true;
  }

  close(name: string): boolean {
    if (this.#open.at(-1) !== name) return false;
    if (this.#isKept) {
      this.#parts.push(`</${name}>`);
      this.#kept -= 1;
    }
    this.#open.pop();
    this.#isDone = this.#open.length === 0;
    return true;
  }

  /** Text is kept only where it describes the icon. */
  write(text: string): void {
    if (this.#isKept && described.has(this.#open.at(-1) ?? '')) this.#parts.push(escape(text));
  }

  writeEscaped(text: string): boolean {
    const plain = unescape(text);
    if (plain === undefined || (this.#open.length === 0 && plain.trim() !== '')) return false;
    this.write(plain);
    return true;
  }
}

/** The attributes that are kept, with declarations of a style as attributes; undefined if an entity is unknown. */
function attributesOf(text: string): string | undefined {
  const kept = new Map<string, string>();
  const styled = new Map<string, string>();
  for (const { groups = {} } of text.matchAll(attribute)) {
    const { name = '', double, single } = groups;
    const value = unescape(double ?? single ?? '');
    if (value === undefined) return undefined;
    if (name === 'style') {
      for (const declaration of value.split(';')) {
        const [property = '', ...rest] = declaration.split(':');
        keep(styled, property.trim(), rest.join(':').trim());
      }
    } else keep(kept, name, value);
  }
  return [...new Map([...kept, ...styled])].map(([name, value]) => ` ${name}="${escape(value)}"`).join('');
}

function keep(into: Map<string, string>, name: string, value: string): void {
  if (attributes.has(name) && isHarmless(value)) into.set(name, value);
}

/** Numbers, words, colours and functions; the only reference is one to another part of the icon. */
function isHarmless(value: string): boolean {
  const own = value.replaceAll(/url\(\s*(["']?)#[\w-]+\1\s*\)/gu, '');
  return /^[\w\s.,#%()+-]*$/u.test(own) && !/(?:url|src|image|set|element|var|attr|env)\s*\(/iu.test(own);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Replaces entities; undefined if there is one that XML itself does not define. */
function unescape(text: string): string | undefined {
  let isKnown = true;
  const plain = text.replaceAll(/&(?:#x(?<hex>[\da-f]{1,6})|#(?<decimal>\d{1,7})|(?<name>\w+))?;?/giu, (...match) => {
    const groups = match.at(-1) as Partial<Record<'hex' | 'decimal' | 'name', string>>;
    const { hex, decimal, name } = groups;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const character = name === undefined ? characterOf(code) : entities[name];
    if (character === undefined || !match[0].endsWith(';')) isKnown = false;
    return character ?? '';
  });
  return isKnown ? plain : undefined;
}

function characterOf(code: number): string | undefined {
  return code > 0x1f && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
    ? String.fromCodePoint(code)
    : undefined;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
