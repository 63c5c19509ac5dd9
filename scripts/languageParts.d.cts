export const source: string;
export function hasPart(texts: string, code: string, file: string): boolean;
export function languageCodes(texts: string): string[];
export function neededParts(texts: string, code: string): string[];
export function readLanguages(
  texts: string,
): { code: string; held: { name: string; fallback: readonly string[] }; lacks: string[] }[];
export function incompleteLanguages(texts: string): string[];
