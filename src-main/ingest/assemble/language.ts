/**
 * The language of a text, by script and by its commonest words. In: text. Out: a BCP-47 primary
 * tag, or null when the text is too short or mixed to tell.
 */

/** Function words that are frequent in one language and rare in the others. */
const FUNCTION_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: ['the', 'and', 'of', 'to', 'is', 'for', 'that', 'with', 'this', 'are'],
  de: ['der', 'die', 'und', 'das', 'ist', 'nicht', 'mit', 'von', 'für', 'eine'],
  fr: ['le', 'les', 'des', 'est', 'une', 'dans', 'pour', 'que', 'sur', 'et'],
  es: ['el', 'los', 'las', 'una', 'para', 'por', 'con', 'del', 'que', 'y'],
  it: ['il', 'gli', 'della', 'che', 'per', 'una', 'con', 'sono', 'di', 'nel'],
  pt: ['os', 'uma', 'para', 'não', 'com', 'dos', 'são', 'da', 'em', 'que'],
  nl: ['het', 'een', 'van', 'en', 'niet', 'voor', 'zijn', 'met', 'dat', 'op'],
};

const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\u3040-\u30ff]/gu, 'ja'],
  [/[\uac00-\ud7af]/gu, 'ko'],
  [/[\u4e00-\u9fff]/gu, 'zh'],
  [/[\u0400-\u04ff]/gu, 'ru'],
  [/[\u0600-\u06ff]/gu, 'ar'],
  [/[\u0590-\u05ff]/gu, 'he'],
  [/[\u0370-\u03ff]/gu, 'el'],
  [/[\u0e00-\u0e7f]/gu, 'th'],
  [/[\u0900-\u097f]/gu, 'hi'],
];

/** Enough of a text to tell; more only costs time. Characters. */
const LOOKED_AT = 20_000;
/** Share of the letters that a script needs; kana decide for Japanese among Chinese characters. */
const SCRIPT_SHARE = 0.2;
const KANA_SHARE = 0.05;
/** Function words that must be found before a Latin text is given a language. */
const ENOUGH_WORDS = 3;

export function guessLanguage(text: string): string | null {
  const sample = text.slice(0, LOOKED_AT);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  for (const [script, language] of SCRIPTS) {
    const share = (sample.match(script)?.length ?? 0) / letters;
    if (share >= (language === 'ja' ? KANA_SHARE : SCRIPT_SHARE)) return language;
  }
  const counts = new Map<string, number>();
  for (const word of sample.toLowerCase().match(/\p{L}+/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  let best: string | null = null;
  let most = ENOUGH_WORDS - 1;
  for (const [language, words] of Object.entries(FUNCTION_WORDS)) {
    const found = words.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);
    if (found > most) [best, most] = [language, found];
  }
  return best;
}
