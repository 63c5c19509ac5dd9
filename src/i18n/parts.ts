/** The texts as the folders of the languages have them. The maps of these chunks are not part of the sign-in page. */
import type { Language } from '../../contract/domain/languages';

type Texts = Readonly<Record<string, unknown>>;

/** For text that is missing. */
function isMissing(error: unknown): boolean {
  return /MODULE_NOT_FOUND$/.test(String((error as { code?: unknown } | null)?.code));
}
/** An incomplete language leaves a part to its fallback. */
async function orNothing(texts: Promise<Texts>): Promise<Texts> {
  try {
    return await texts;
  } catch (error) {
    if (isMissing(error)) return {};
    throw error;
  }
}

export function frameTexts(code: Language): Promise<Texts> {
  return orNothing(import(/* webpackChunkName: "[request]" */ `../../texts/${code}/frame`).then(({ frame }) => frame));
}
export function pageTexts(code: Language): Promise<Texts> {
  return orNothing(import(/* webpackChunkName: "[request]" */ `../../texts/${code}/pages`).then(({ pages }) => pages));
}
/** An area may say nothing beside what every page says. */
export function areaTexts(area: string, code: Language): Promise<Texts> {
  return orNothing(import(`../../texts/${code}/areas/${area}`).then(({ texts }) => texts));
}

/** Its translations of what the contract declares. */
export async function catalogue(code: Language): Promise<Readonly<Record<string, string>>> {
  return (await import(/* webpackChunkName: "[request]" */ `../../texts/${code}/contract`)).contract;
}
