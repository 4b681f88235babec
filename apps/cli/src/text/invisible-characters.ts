/**
 * Finds characters that are invisible or change the writing direction.
 *
 * They are those that Unicode calls default ignorable or format characters, line separators, and letters and signs
 * without ink. Each is kept only where a script or a known emoji is written with it, and then one at a time: several in
 * a row could hide a message.
 */

const invisible = String.raw`\p{Default_Ignorable_Code_Point}\p{Cf}\u2028\u2029\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}`;

/** The scripts that join letters, or break joins, with U+200C and U+200D. */
const joiningScripts = `
  Adlam Arabic Balinese Bengali Brahmi Chakma Devanagari Grantha Gujarati Gurmukhi Hanifi_Rohingya Javanese Kaithi Kannada
  Khmer Lao Limbu Malayalam Mandaic Manichaean Mongolian Myanmar Nko Oriya Phags_Pa Psalter_Pahlavi Sharada Sinhala Sogdian
  Sundanese Syriac Tamil Telugu Thaana Thai Tibetan Tirhuta`;
const joining = joiningScripts
  .trim()
  .split(/\s+/u)
  .map((script) => String.raw`\p{Script=${script}}`);

/** After a visible character of a set. */
const after = (set: string): string => `(?<=(?![${invisible}])[${set}])`;
const hieroglyph = String.raw`[\u{13000}-\u{1342f}]`;
const braille = String.raw`[\u2801-\u28ff]`;

/** Where a script is written with such a character. */
const usual = [
  String.raw`${after(joining.join(''))}[\u200c\u200d]`,
  String.raw`(?<=[^\u0000-\u007f])(?<=\p{Emoji})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  // Variants of letters and of mathematical signs.
  String.raw`(?<=[^\u0000-\u007f])${after(String.raw`\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Script=Manichaean}\p{Sm}`)}[\ufe00-\ufe0d]`,
  String.raw`${after(String.raw`\p{Script=Han}`)}[\u{e0100}-\u{e01ef}]`,
  String.raw`${after(String.raw`\p{Script=Mongolian}`)}[\u180b-\u180d\u180f]`,
  // Signs that enclose the digits or letters after them, so they are visible.
  String.raw`[\u0600-\u0605\u06dd\u0890\u0891\u08e2\u{110bd}\u{110cd}](?=(?![0-9])\p{Nd})`,
  String.raw`\u070f(?=[\u0710\u0712-\u072f])`,
  String.raw`(?<=${braille})\u2800(?=${braille})`,
  String.raw`(?<=${hieroglyph})[\u{13430}-\u{1343b}](?=${hieroglyph})`,
].join('|');

const picture = String.raw`\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?`;
/** Emoji that are joined, and flags that are written with tags. */
const emojiSequence = String.raw`${picture}(?:\u200d${picture}){1,9}|\u{1f3f4}[\u{e0020}-\u{e007e}]{1,9}\u{e007f}`;

/** Texts of these have none, and are most. */
const plain = /^[\t\n\r -~]*$/u;
// Made when they are needed: they take milliseconds, which most programs that start do not need.
let anyInvisible: RegExp | undefined;
let found: RegExp | undefined;
const joiners = /[\u200d\u{e0020}-\u{e007f}]/gu;
const unqualified = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;

/** Replaces each such character by what `mark` returns for it. */
export function replaceInvisible(text: string, mark: (character: string) => string): string {
  if (plain.test(text)) return text;
  anyInvisible ??= new RegExp(`[${invisible}]`, 'u');
  if (!anyInvisible.test(text)) return text;
  found ??= new RegExp(`(?<emoji>${emojiSequence})|(?!${usual})[${invisible}]`, 'gu');
  return text.replaceAll(found, (match, emoji: string | undefined) => {
    if (emoji === undefined) return mark(match);
    return isKnownEmoji(emoji) ? emoji : emoji.replaceAll(joiners, mark);
  });
}

let knownEmoji: RegExp | undefined;

/** Whether Unicode recommends the sequence; some programs leave out U+FE0F in it. */
function isKnownEmoji(emoji: string): boolean {
  // Compiling it takes tens of milliseconds, so it is not done before it is needed.
  knownEmoji ??= new RegExp(String.raw`^(?:\p{RGI_Emoji_ZWJ_Sequence}|\p{RGI_Emoji_Tag_Sequence})$`, 'v');
  return knownEmoji.test(emoji.replaceAll('\ufe0f', '').replaceAll(unqualified, (each) => `${each}\ufe0f`));
}
